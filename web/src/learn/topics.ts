// The rules reference: its topics, which rules each holds, and how it is found.
import { t } from "$lib/i18n.svelte";
import { godName, goodName, roleName } from "$pieces/names";
import { BASICS } from "./topics/basics";
import type { Topic } from "./topics/blocks";
import { CARDS } from "./topics/cards";
import { DOUBLES, SPECIALISTS } from "./topics/roles";
import { SCORING } from "./topics/scoring";

export { GROUPS, type FigureName, type Topic } from "./topics/blocks";
export { SPECIALISTS } from "./topics/roles";

export const TOPICS: readonly Topic[] = [...BASICS, ...CARDS, ...SCORING];

/** The topic where each rule stands. */
export const RULES: Readonly<Record<string, string>> = {
  R1: "variants",
  "R1.1": "variants",
  "R1.2": "boards",
  "R1.3": "options",
  R2: "setup",
  "R2.1": "setup",
  "R2.2": "setup",
  "R2.3": "setup",
  "R2.4": "setup",
  "R2.5": "setup",
  "R2.6": "setup",
  "R2.7": "setup",
  R3: "store",
  "R3.1": "store",
  "R3.2": "store",
  "R3.3": "store",
  "R3.4": "store",
  R4: "turn",
  "R4.1": "turn",
  "R4.2": "turn",
  "R4.3": "turn",
  "R4.4": "turn",
  R5: "cards",
  "R5.1": "tribune",
  "R5.2": "architect",
  "R5.3": "prefect",
  "R5.4": "mercator",
  "R5.5": "colonist",
  "R5.6": "senator",
  "R5.7": "consul",
  "R5.8": "specialists",
  "R5.9": "diplomat",
  "R5.10": "magister",
  "R5.11": "double",
  R6: "magnus",
  R7: "intermediate",
  R8: "end",
  "R8.1": "end",
  "R8.2": "end",
  "R8.3": "end",
  R9: "gods",
  "R9.1": "vesta",
  "R9.2": "jupiter",
  "R9.3": "saturnus",
  "R9.4": "venus",
  "R9.5": "mercurius",
  "R9.6": "mars",
  "R9.7": "minerva",
  "R9.8": "legatus",
  "R9.9": "concordia",
  "R9.10": "teams",
  "R9.11": "ties",
  R10: "teams",
  "R10.1": "teams",
  "R10.2": "teams",
  "R10.3": "teams",
  "R10.4": "teams",
  "R10.5": "teams",
  "R10.6": "praetor",
  "R10.7": "proconsul",
  "R10.8": "legatus",
  "R10.9": "teams",
  "R10.10": "teams",
  R11: "editions",
};

const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SPECIALISTS.map((role) => [role, "specialists"])),
  ...Object.fromEntries(DOUBLES.map((role) => [role, "double"])),
  ...Object.fromEntries(DOUBLES.map((role) => [role.replace("/", "-"), "double"])),
  architectus: "architect",
  moving: "colonists",
  building: "houses",
  paths: "colonists",
  surcharge: "display",
  surcharges: "display",
  bank: "store",
  pile: "turn",
  hand: "turn",
  capital: "boards",
  "venus-team": "teams",
  team: "teams",
  intermediate_scoring: "intermediate",
  colonist_income: "options",
};

const byId = new Map(TOPICS.map((topic) => [topic.id, topic]));

export function topicById(id: string): Topic | undefined {
  return byId.get(id);
}

/** What an address means: a topic, a card, a rule; `rule` is set if one was asked for. */
export function resolve(word: string): { topic: Topic; rule: string | null } | null {
  const plain = word.trim();
  const number = /^r(\d+)(?:[.-](\d+))?/i.exec(plain);
  if (number) {
    const chapter = `R${number[1]}`;
    const rule = number[2] ? `${chapter}.${number[2]}` : chapter;
    const found = RULES[rule] ?? RULES[chapter];
    const topic = found && byId.get(found);
    return topic ? { topic, rule: rule in RULES ? rule : chapter } : null;
  }
  const low = plain.toLowerCase();
  const role = low.replace(/-\d+$/, ""); // the id of a bought card
  const topic =
    byId.get(low) ??
    byId.get(ALIASES[low] ?? "") ??
    byId.get(role) ??
    byId.get(ALIASES[role] ?? "");
  return topic ? { topic, rule: null } : null;
}

export function topicTitle(topic: Topic): string {
  if (topic.good) return goodName(topic.good);
  if (topic.god) return godName(topic.god);
  if (topic.role && topic.id === topic.role) return roleName(topic.role);
  return t(`rules.${topic.id}.title`);
}

export function topicLead(topic: Topic): string {
  return topic.good ? t("rules.goods.one", { good: topic.good }) : t(`rules.${topic.id}.lead`);
}

/** All rule numbers that stand somewhere in a topic. */
export function rulesOf(topic: Topic): string[] {
  const found = topic.blocks.flatMap((block) => ("rule" in block && block.rule) || []);
  return [...new Set(found)];
}

/** The keys of all texts of a topic, without title and lead. */
export function keysOf(topic: Topic): string[] {
  return topic.blocks.flatMap((block) =>
    block.kind === "figure" ? [] : block.kind === "list" ? block.keys : [block.key],
  );
}
