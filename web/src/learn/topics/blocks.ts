// What a topic of the rules reference is made of.
import type { God, Good } from "$lib/types";

export type FigureName =
  | "variants"
  | "boards"
  | "tokens"
  | "decks"
  | "hands"
  | "coins"
  | "houses"
  | "prices"
  | "surcharges"
  | "sale"
  | "gods"
  | "specialists"
  | "income";

/** A piece of a topic. Keys are those of messages/<language>/rules.json. */
export type Block =
  | { kind: "head"; key: string }
  | { kind: "text"; key: string; rule?: string }
  | { kind: "list"; keys: string[]; rule?: string }
  | { kind: "example"; key: string }
  | { kind: "figure"; figure: FigureName };

export type GroupName = "start" | "board" | "cards" | "goods" | "gods" | "end" | "variants";

export const GROUPS: readonly GroupName[] = [
  "start",
  "board",
  "cards",
  "goods",
  "gods",
  "end",
  "variants",
];

export interface Topic {
  id: string;
  group: GroupName;
  blocks: Block[];
  see: string[];
  role?: string; // a card of this role is drawn at the top
  roles?: readonly string[]; // cards of these roles are listed
  good?: Good;
  god?: God;
}

export const text = (key: string, rule?: string): Block => ({
  kind: "text",
  key,
  ...(rule && { rule }),
});
export const list = (keys: string[], rule?: string): Block => ({
  kind: "list",
  keys,
  ...(rule && { rule }),
});
export const head = (key: string): Block => ({ kind: "head", key });
export const example = (key: string): Block => ({ kind: "example", key });
export const figure = (name: FigureName): Block => ({ kind: "figure", figure: name });
