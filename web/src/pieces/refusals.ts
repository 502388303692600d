// Refusals in the reader's language: the sentence of each code, with the names of the things in it.
import { Refusal } from "$lib/api";
import { listed, t, words } from "$lib/i18n.svelte";
import type { Board, Reason, Table } from "$lib/types";
import {
  boardName,
  botName,
  cardName,
  cityName,
  godName,
  goodName,
  goodsText,
  optionName,
  placeName,
  provinceName,
  roleName,
  seatName,
  variantName,
  type SomeGoods,
} from "./names";

/** The board and the table a refusal is about, where there are any. */
export interface Setting {
  board?: Board | null;
  table?: Table | null;
}

type Show = (value: unknown, setting: Setting) => string;

const some =
  (show: (one: string, setting: Setting) => string): Show =>
  (value, setting) =>
    listed((Array.isArray(value) ? value : [value]).map((one) => show(String(one), setting)));

/** A place of a board by its id; without the board the id itself. */
const on =
  (show: (board: Board, id: string) => string) =>
  (id: string, { board }: Setting): string =>
    board ? show(board, id) : id;

const seat = (id: string, { table }: Setting): string =>
  table ? seatName(table, Number(id)) : t("game.seat.number", { n: Number(id) + 1 });

const goods: Show = (value) => goodsText(value as SomeGoods);

/** How each value is shown, by its name; all others are shown as they come. */
const SHOWN: Record<string, Show> = {
  board: some(boardName),
  bot: some(botName),
  card: some(cardName),
  cards: some(cardName),
  cities: some(on(cityName)),
  city: some(on(cityName)),
  god: some(godName),
  good: some(goodName),
  goods,
  lacking: goods,
  option: some(optionName),
  path: some(on(placeName)),
  place: some(on(placeName)),
  province: some(on(provinceName)),
  provinces: some(on(provinceName)),
  role: some(roleName),
  seat: some(seat),
  seats: some(seat),
  sides: some(roleName),
  variant: some(variantName),
};

function shown(name: string, value: unknown, setting: Setting): string | number {
  const show = SHOWN[name];
  if (show) return show(value, setting);
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.map(String).join(", ") : String(value ?? "");
}

/** Values that get an extra sentence after that of the code, if it does not use them. */
const HINTS = ["near", "known", "owner"];

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : !!value);

/** The text that a part of the messages has for a code; null if it has none. */
export function reasonText(part: string, reason: Reason, setting: Setting): string | null {
  const key = `${part}.${reason.code}`;
  return words.has(key) ? t(key, valuesOf(reason, setting)) : null;
}

const valuesOf = (reason: Reason, setting: Setting): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(reason.values).map(([name, value]) => [name, shown(name, value, setting)]),
  );

/** A refusal as a sentence, without its place in a document. A code that is not known says so. */
export function refusalText(reason: Reason, setting: Setting = {}): string {
  const text = reasonText("refusals", reason, setting);
  if (text === null) return t("refusals.other", { code: reason.code });
  const said = [text];
  for (const hint of HINTS) {
    const inside = words.texts[`refusals.${reason.code}`]?.includes(`{${hint}}`);
    if (!inside && isFilled(reason.values[hint]))
      said.push(t(`refusals.${hint}`, valuesOf(reason, setting)));
  }
  return said.join(" ");
}

/** A fault of a document or a form, with its place: "cities[3]: …", "Password: …". */
export function faultText(reason: Reason, setting: Setting = {}): string {
  const text = refusalText(reason, setting);
  const where = String(reason.values.where ?? "");
  if (!where) return text;
  const field = `refusals.field.${where}`;
  return t("refusals.where", { where: words.has(field) ? t(field) : where, text });
}

/** What to tell somebody about something that failed. */
export function problemText(problem: unknown, setting: Setting = {}): string {
  if (!(problem instanceof Refusal)) return t("refusals.server.failed");
  return refusalText(problem.failure, setting);
}

/** The single faults of a refusal, at least one. */
export function problemList(problem: unknown): string[] {
  const faults = problem instanceof Refusal ? problem.failure.faults : undefined;
  return faults?.length ? faults.map((fault) => faultText(fault)) : [problemText(problem)];
}
