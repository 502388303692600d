// What the server sends, by name. `schema.d.ts` is made from its OpenAPI document (`npm run api`);
// fields that depend on a kind are spelled out here, as docs/protocol.md lists them.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Good = "brick" | "food" | "tool" | "wine" | "cloth";
export type Kind = "land" | "sea";
export type God =
  "vesta" | "jupiter" | "saturnus" | "mercurius" | "mars" | "minerva" | "venus" | "concordia";
export type Goods = Partial<Record<Good, number>>;

export const GOODS: readonly Good[] = ["brick", "food", "tool", "wine", "cloth"];

export type Person = Schemas["PersonOut"];
export type Session = Schemas["SessionOut"];
export type Seat = Schemas["SeatOut"];
export type Table = Schemas["TableOut"];
export type Player = Schemas["PlayerOut"];
export type City = Schemas["CityOut"];
export type Marker = Schemas["MarkerOut"];
export type Offer = Schemas["OfferOut"];
export type Result = Schemas["ResultOut"];
export type Change = Schemas["ChangeOut"];
export type Rating = Schemas["RatingOut"];
export type Profile = Schemas["ProfileOut"];
export type Said = Schemas["SaidOut"];
export type TablePlan = Schemas["TablePlan"];
export type SeatPlan = Schemas["SeatPlan"];

/** What is asked; the fields of each kind are in docs/protocol.md. */
export interface Decision {
  kind: string;
  seat?: number | null;
  rule?: string | null;
  part?: "partner" | "store" | null;
  answers?: "proconsul" | "legatus" | null;
  suggestion?: string | null;
  steps?: number;
  building?: boolean;
  idle?: { kind: Kind; at: string }[];
  traded?: Good[];
  trades_left?: number;
  income?: number;
  bought?: number;
  allowed?: number;
  surcharge?: boolean;
  settled?: number;
  card?: string | null;
  batch?: Goods;
  room?: number;
}

export type Game = Omit<Schemas["GameOut"], "decision"> & { decision: Decision };

/** The parts of an entry: ids and figures, depending on its kind. */
export interface Parts {
  kind: string;
  card?: string;
  side?: string;
  colonist?: Kind;
  from?: string;
  to?: string | number; // a path; of an undo, how many entries stay
  steps?: number;
  city?: string;
  province?: string;
  good?: Good;
  count?: number;
  price?: number | { cost: Goods; surcharge: Goods };
  position?: number;
  with?: Good;
  seat?: number;
  goods?: Goods;
}

/** A legal entry. */
export interface Choice extends Parts {
  entry: string;
  changes: Change[];
  cost: { coins: number; lent: number; goods: Goods };
  gain: { coins: number; goods: Goods };
  points?: Record<string, number> | null;
  ends_turn: boolean;
  reveals: boolean;
  ends_game?: boolean;
  steps_left?: number;
}

/** Why something is not possible; the sentence for each code is in the message files. */
export interface Reason {
  code: string;
  rule: string;
  values: Readonly<Record<string, unknown>>;
}

/** Something that cannot be done now, and why. */
export interface Blocked extends Parts, Reason {}

export interface You {
  person: string | null;
  seats: number[];
  decides: boolean;
  own: Record<string, { hand: string[]; pile: string[] }>;
  legal: Choice[];
  blocked: Blocked[];
  undo: number | null;
  propose: boolean;
  answer: boolean;
}

export interface View {
  table: Table;
  game: Game | null;
  you: You;
}

/** A played entry as the log tells it. `actor` is a seat, "*" for chance, null for an agreed undo. */
export interface Told extends Parts {
  number: number;
  actor: number | "*" | null;
  entry: string;
  changes?: Change[];
  houses?: number;
  concordia?: number;
  turn_begins?: boolean;
}

export interface Preview {
  entries: Told[];
  changes: Change[];
  points?: Record<string, number> | null;
  game: Game;
  legal: Choice[];
}

export type News =
  | { kind: "started"; at: number; seats: string[] }
  | { kind: "entries"; at: number; entries: Told[] }
  | { kind: "chat"; at: number; text: string; name: string; seat: number | null }
  | {
      kind: "seats";
      at: number;
      seat: number;
      sits?: string;
      name?: string;
      left?: "resigned" | "time";
      stand_in?: string;
      back?: boolean;
    }
  | { kind: "host"; at: number; seat: number | null }
  | { kind: "proposal"; at: number; to: number; by: number }
  | { kind: "answer"; at: number; seat: number; accept: boolean; to: number }
  | { kind: "finished"; at: number; result: Result }
  | { kind: "rated"; at: number; ratings: { seat: number; before: number; after: number }[] }
  | { kind: "abandoned"; at: number }
  | { kind: "rematch"; at: number; table: string }
  | { kind: "closed"; at: number };

export interface CardFace {
  id: string;
  role: string;
  deck: number;
  gods: God[];
  cost: Good[];
  income: number;
  good: Good | null;
  points: number;
  sides: string[];
}

export interface Catalogue {
  version: string;
  boards: { id: string; name: string; recommended_players: [number, number] }[];
  variants: Record<string, number[]>;
  options: Record<string, (boolean | string)[]>;
  defaults: Record<string, boolean | string>;
  bots: { name: string; title: string | null }[];
  goods: { id: Good; price: number; house_coins: number; marker_coins: number }[];
  cards: Record<string, CardFace>;
  surcharges: Record<string, string[][]>;
  clocks: string[];
}

/** A board's own figures, as `GET /api/boards/{board}` sends them. */
export interface Board {
  id: string;
  name: string;
  recommended_players: [number, number];
  capital: string;
  provinces: { id: string; name: string; numeral: string | null; color: string }[];
  cities: {
    id: string;
    name: string;
    inscription: string;
    province: string;
    letter: string | null;
    lat: number;
    lon: number;
  }[];
  paths: { id: string; kind: Kind; ends: [string, string]; can_stop: boolean }[];
}

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
