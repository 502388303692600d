// What the server sends, by name. `schema.d.ts` is made from its OpenAPI document (`make api`).
import type { components } from "./schema";

type Schemas = components["schemas"];
type Keys<U> = U extends unknown ? keyof U : never;
/**
 * A union in which the fields of all members can be asked for: those that a member does not have
 * are undefined there. `kind` still tells the members apart.
 */
type Open<U, K extends PropertyKey = Keys<U>> = U extends unknown
  ? U & { [P in Exclude<K, keyof U>]?: undefined }
  : never;

export type Good = Schemas["GoodFigures"]["id"];
export type Kind = Schemas["ColonistView"]["kind"];
export type God = Schemas["CardFace"]["gods"][number];
export type Goods = Schemas["Goods"];

export const GOODS: readonly Good[] = ["brick", "food", "tool", "wine", "cloth"];

export type Person = Schemas["UserView"];
export type Session = Schemas["Session"];
export type AccountView = Schemas["AccountView"];
export type OwnSession = Schemas["SessionView"];
export type Seat = Schemas["SeatView"];
export type Table = Schemas["TableView"];
export type Player = Schemas["PlayerView"];
export type City = Schemas["CityView"];
export type Marker = Schemas["MarkerView"];
export type Offer = Schemas["OfferView"];
export type Result = Schemas["Result"];
export type Change = Schemas["Change"];
export type Rating = Schemas["RatingView"];
export type RatingChange = Schemas["RatingChange"];
export type Profile = Schemas["Profile"];
export type Said = Schemas["ChatMessage"];
export type TableRequest = Schemas["TableRequest"];
export type SeatRequest = Schemas["SeatRequest"];
/** Why something is not possible; the sentence for each code is in the message files. */
export interface Reason {
  code: string;
  rule: string;
  values: Readonly<Record<string, unknown>>;
}
export type Decision = Open<Schemas["Decision"]>;
export type Choice = Open<Schemas["Choice"]>;
export type Blocked = Open<Schemas["Blocked"]>;
export type Game = Omit<Schemas["GameView"], "decision"> & { decision: Decision };
export type You = Omit<Schemas["YouView"], "legal" | "blocked"> & {
  legal: Choice[];
  blocked: Blocked[];
};
export type View = { table: Table; game: Game | null; you: You };
/** A played entry as the log shows it. `actor` is a seat, "*" for chance, null for an agreed undo. */
export type Told = Open<Schemas["HistoryItem"]>;
export type Preview = Omit<Schemas["Preview"], "game" | "legal" | "entries"> & {
  entries: Told[];
  game: Game;
  legal: Choice[];
};
export type News =
  Exclude<Schemas["News"], { kind: "entries" }> | { kind: "entries"; at: number; entries: Told[] };
export type LiveMessage = Schemas["LiveMessage"];
export type LiveRequest = Schemas["LiveRequest"];
export type CardFace = Schemas["CardFace"];
export type Catalogue = Schemas["Catalogue"];
/** A board's own figures, as `GET /api/boards/{board}` sends them. */
export type Board = Schemas["Board"];
/** What the server answers to what it refuses. `message` is English, for programmers. */
export interface Failure extends Reason {
  kind: string;
  message: string;
  faults?: Reason[];
  legal?: string[];
  number?: number;
  view?: View;
  after?: number;
}

/** The kinds of decisions in which cards of the display are bought. */
/** What texts about entries need to know of the table. */
export interface Setting {
  board: Board;
  table: Table;
}

const BUYERS: readonly string[] = ["senator", "consul", "praetor", "proconsul"];

export const buys = (kind: string | undefined): boolean => BUYERS.includes(kind ?? "");
