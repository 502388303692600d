// The form of a new table: its defaults, what fits together, and the request to the server.
import type { Refusal } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import type { Catalogue, SeatRequest, TableRequest } from "$lib/types";
import { faultText, refusalText } from "$pieces/refusals";

/** "screen" is another person at the user's screen. The first seat is always the user's. */
export type SeatKind = "me" | "screen" | "open" | "invited" | "bot";

export interface SeatForm {
  kind: SeatKind;
  name: string; // of who is invited, or of the other person at this screen
  bot: string;
}

export type ClockKind = "none" | "turn" | "player" | "days";

export interface Form {
  name: string;
  board: string; // an id, or OWN
  file: { name: string; document: Record<string, unknown> } | null;
  variant: string;
  seats: SeatForm[];
  options: Record<string, boolean | string>;
  clock: ClockKind;
  presets: Record<Exclude<ClockKind, "none">, string>;
  listed: boolean;
  live_score: boolean;
  open_hands: boolean;
  shuffle: boolean;
  rated: boolean;
  hints: boolean;
}

export type SeatsWanted = "bots" | "open" | "screen";

export const OWN = "own"; // a custom board, from a file
export const USUAL_BOT = "level-2";
export const LEVELS: readonly string[] = [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `level-${level}`);
export const TEAM = "venus-team";

export interface Preset {
  id: string;
  seconds?: number;
  increment?: number;
  days?: number;
}

/** The clocks to choose from. */
export const PRESETS: Record<Exclude<ClockKind, "none">, readonly Preset[]> = {
  turn: [
    { id: "60", seconds: 60 },
    { id: "120", seconds: 120 },
    { id: "300", seconds: 300 },
  ],
  player: [
    { id: "15+10", seconds: 900, increment: 10 },
    { id: "30+15", seconds: 1800, increment: 15 },
    { id: "60+30", seconds: 3600, increment: 30 },
  ],
  days: [
    { id: "1", days: 1 },
    { id: "3", days: 3 },
    { id: "7", days: 7 },
  ],
};

export const preset = (kind: Exclude<ClockKind, "none">, id: string): Preset => {
  const found = PRESETS[kind].find((one) => one.id === id) ?? PRESETS[kind][0];
  if (!found) throw new Error(`no clock ${kind}`);
  return found;
};

export function newSeat(wanted: SeatsWanted, bot = USUAL_BOT): SeatForm {
  const kind: SeatKind = wanted === "bots" ? "bot" : wanted;
  return { kind, name: "", bot };
}

/** A form with what most people want: the user and three others on the first board. */
export function usualForm(
  catalogue: Catalogue,
  wanted: SeatsWanted = "bots",
  bot = USUAL_BOT,
): Form {
  const form: Form = {
    name: "",
    board: catalogue.boards[0]?.id ?? "imperium",
    file: null,
    variant: Object.keys(catalogue.variants)[0] ?? "concordia",
    seats: [{ kind: "me", name: "", bot }],
    options: { ...catalogue.defaults },
    clock: "none",
    presets: { turn: "120", player: "30+15", days: "3" },
    listed: wanted === "open",
    live_score: true,
    open_hands: false,
    shuffle: true,
    rated: true,
    hints: false,
  };
  form.seats = sized(form.seats, playersFor(form, catalogue, 4), wanted, bot);
  return form;
}

/** How many people a board is best for, as the board itself says. */
export function recommended(
  form: Pick<Form, "board" | "file">,
  catalogue: Catalogue,
): [number, number] | null {
  if (form.board === OWN) {
    const given = form.file?.document.recommended_players;
    if (!Array.isArray(given) || given.length !== 2) return null;
    const [least, most] = given as unknown[];
    return typeof least === "number" && typeof most === "number" ? [least, most] : null;
  }
  return catalogue.boards.find((board) => board.id === form.board)?.recommended_players ?? null;
}

/** The number of players nearest to the wanted one that variant and board are made for. */
export function playersFor(
  form: Pick<Form, "board" | "file" | "variant">,
  catalogue: Catalogue,
  wanted: number,
): number {
  const allowed = catalogue.variants[form.variant] ?? [2, 3, 4, 5];
  const [least, most] = recommended(form, catalogue) ?? [2, 6];
  const best = allowed.filter((count) => count >= least && count <= most);
  const among = best.length ? best : allowed;
  return among.reduce((near, count) =>
    Math.abs(count - wanted) < Math.abs(near - wanted) ? count : near,
  );
}

/** So many seats: the last ones go, new ones are like the last one there is. */
export function sized(
  seats: SeatForm[],
  count: number,
  wanted: SeatsWanted = "bots",
  bot = USUAL_BOT,
): SeatForm[] {
  const found = seats.slice(0, count);
  while (found.length < count) {
    const last = found.length > 1 ? found[found.length - 1] : undefined;
    if (!last) found.push(newSeat(wanted, bot));
    else if (last.kind === "invited") found.push({ ...last, kind: "open", name: "" });
    else found.push({ ...last, name: "" });
  }
  return found;
}

/** The form after another board or variant was chosen: number of players and options that fit. */
export function fitted(form: Form, catalogue: Catalogue, keepPlayers = false): Form {
  const allowed = catalogue.variants[form.variant] ?? [];
  const now = form.seats.length;
  const count = keepPlayers && allowed.includes(now) ? now : playersFor(form, catalogue, now);
  const options = { ...form.options };
  if (form.variant === TEAM) options.intermediate_scoring = false;
  return { ...form, seats: sized(form.seats, count), options };
}

/** Whether nobody is missing, so that the game can begin at once. */
export const complete = (form: Pick<Form, "seats">): boolean =>
  form.seats.every((seat) => seat.kind !== "open" && seat.kind !== "invited");

/** How many people would play, as far as it is known. */
export const people = (form: Pick<Form, "seats">): number =>
  form.seats.filter((seat) => seat.kind === "open" || seat.kind === "invited").length + 1;

/** What another person at this screen is called unless they say so: "Player 2". */
export const playerName = (seat: number): string => t("lobby.playerPlaceholder", { n: seat + 1 });

function seatPlan(seat: SeatForm, number: number): SeatRequest {
  const name = seat.name.trim();
  if (seat.kind === "bot") return { kind: "bot", bot: seat.bot };
  if (seat.kind === "invited") return { kind: "invited", name };
  if (seat.kind === "screen") return { kind: "me", name: name || playerName(number) };
  return { kind: seat.kind };
}

/** What `PUT …/seats/{seat}` gets for a seat. */
export const seatBody = seatPlan;

function clockPlan(form: Form): NonNullable<TableRequest["clock"]> {
  if (form.clock === "none") return { kind: "none", seconds: 0, increment: 0, days: 0 };
  const { seconds = 0, increment = 0, days = 0 } = preset(form.clock, form.presets[form.clock]);
  return { kind: form.clock, seconds, increment, days };
}

/** The plan the server gets. Options that are as usual are left out. */
export function planOf(form: Form, catalogue: Catalogue, key: string): Partial<TableRequest> {
  const options = Object.fromEntries(
    Object.entries(form.options).filter(([option, value]) => value !== catalogue.defaults[option]),
  );
  return {
    name: form.name.trim(),
    ...(form.board === OWN ? { board_file: form.file?.document ?? {} } : { board: form.board }),
    variant: form.variant,
    options,
    seats: form.seats.map(seatPlan),
    visibility: form.listed ? "public" : "link",
    clock: clockPlan(form),
    live_score: form.live_score,
    open_hands: form.open_hands,
    shuffle: form.shuffle,
    rated: form.rated && !form.hints,
    hints: form.hints,
    start: complete(form),
    key,
  };
}

/** The plan of one click: me against three bots, on the first board. */
export function quickPlan(catalogue: Catalogue, bot: string, key: string): Partial<TableRequest> {
  return planOf(usualForm(catalogue, "bots", bot), catalogue, key);
}

/** Faults by the place in the form where they belong: "name", "board", "seats.2", … or "form". */
export type Faults = Partial<Record<string, string[]>>;

/** The field of the form that shows the faults of a place in the plan. */
function fieldOf(where: string): string {
  const [head = "", seat] = where.split(/[.[\]]/);
  if (head === "seats") return seat ? `seats.${seat}` : "players";
  if (head === "board_file") return "board";
  return ["name", "board", "variant", "options", "clock"].includes(head) ? head : "form";
}

/** Sort what the server found wrong to the fields it is about. */
export function faultsOf({ failure }: Refusal): Faults {
  const found: Faults = {};
  for (const fault of failure.faults ?? [failure]) {
    const ofBoard = failure.code === "board.faults";
    const field = ofBoard ? "board" : fieldOf(String(fault.values.where ?? ""));
    const text = ofBoard || field === "form" ? faultText(fault) : refusalText(fault);
    (found[field] ??= []).push(text);
  }
  return found;
}

/** What is missing before the server needs to be asked: places with the key of a text. */
export function missing(form: Form): Faults {
  const found: Faults = {};
  if (form.board === OWN && !form.file) found.board = ["lobby.needFile"];
  for (const [seat, one] of form.seats.entries()) {
    if (one.kind === "invited" && !one.name.trim()) found[`seats.${seat}`] = ["lobby.needName"];
  }
  return found;
}

/** A JSON object from the text of a file or a field; null for anything else. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
