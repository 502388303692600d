// The topics of the rules reference: what each shows, which rules it holds, and how one finds it.
import { t } from "$lib/i18n.svelte";
import { godName, goodName, roleName } from "$pieces/names";
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

const text = (key: string, rule?: string): Block => ({ kind: "text", key, ...(rule && { rule }) });
const list = (keys: string[], rule?: string): Block => ({
  kind: "list",
  keys,
  ...(rule && { rule }),
});
const head = (key: string): Block => ({ kind: "head", key });
const example = (key: string): Block => ({ kind: "example", key });
const figure = (name: FigureName): Block => ({ kind: "figure", figure: name });

export const SPECIALISTS = ["mason", "farmer", "smith", "vintner", "weaver"] as const;
export const DOUBLES = ["prefect/architect", "architect/mercator", "prefect/mercator"] as const;

const MOVING: Block[] = [
  head("moving.title"),
  text("moving.steps", "R5.2"),
  list(["moving.kinds", "moving.step", "moving.once", "moving.end", "moving.stop"], "R5.2"),
];
const BUILDING: Block[] = [
  head("building.title"),
  text("building.where", "R5.2"),
  text("building.cost", "R5.2"),
  figure("houses"),
  text("building.many", "R5.2"),
];

function card(role: string, blocks: Block[], see: string[]): Topic {
  return { id: role, group: "cards", role, roles: [role], blocks, see };
}

function god(name: God, rule: string, see: string[], more: Block[] = []): Topic {
  return {
    id: name,
    group: "gods",
    god: name,
    blocks: [text(`${name}.counts`, rule), ...more],
    see: [...see, "gods"],
  };
}

function good(name: Good): Topic {
  return {
    id: name,
    group: "goods",
    good: name,
    blocks: [],
    see: ["goods", "houses", "mercator", "specialists", "markers"],
  };
}

export const TOPICS: readonly Topic[] = [
  {
    id: "game",
    group: "start",
    blocks: [
      text("game.hand"),
      text("game.travel"),
      text("game.produce"),
      text("game.trade"),
      text("game.gods"),
      text("game.end"),
    ],
    see: ["turn", "cards", "gods", "end"],
  },
  {
    id: "turn",
    group: "start",
    blocks: [
      text("turn.card", "R4.1"),
      text("turn.tribune", "R4.2"),
      text("turn.may", "R4.3"),
      text("turn.bought", "R4.4"),
      text("turn.think"),
    ],
    see: ["cards", "tribune", "diplomat"],
  },
  {
    id: "setup",
    group: "start",
    blocks: [
      text("setup.tokens", "R2.1"),
      figure("tokens"),
      text("setup.markers", "R2.2"),
      text("setup.decks", "R2.3"),
      figure("decks"),
      text("setup.player", "R2.4"),
      figure("hands"),
      text("setup.coins", "R2.5"),
      figure("coins"),
      text("setup.teams", "R2.6"),
      text("setup.magnus", "R2.7"),
    ],
    see: ["variants", "boards", "markers", "display", "store"],
  },
  {
    id: "variants",
    group: "start",
    blocks: [text("variants.text", "R1.1"), figure("variants")],
    see: ["venus-game", "teams", "options", "boards"],
  },
  {
    id: "boards",
    group: "start",
    blocks: [text("boards.text", "R1.2"), figure("boards"), text("boards.capital", "R2.1")],
    see: ["variants", "setup"],
  },
  {
    id: "words",
    group: "start",
    blocks: [
      list([
        "words.seat",
        "words.capital",
        "words.city",
        "words.path",
        "words.house",
        "words.colonist",
        "words.goods",
        "words.store",
        "words.hand",
        "words.display",
        "words.deck",
        "words.marker",
        "words.magnus",
      ]),
    ],
    see: ["game"],
  },
  {
    id: "colonists",
    group: "board",
    blocks: [
      text("colonists.kinds", "R2.4"),
      text("colonists.board"),
      text("colonists.worth"),
      ...MOVING,
    ],
    see: ["architect", "colonist", "tribune", "mars", "store"],
  },
  {
    id: "houses",
    group: "board",
    blocks: [text("houses.what"), ...BUILDING, example("architect.example")],
    see: ["architect", "goods", "jupiter", "end"],
  },
  {
    id: "production",
    group: "board",
    blocks: [
      text("prefect.produce", "R5.3"),
      text("store.batch", "R3.3"),
      head("production.steps"),
      example("production.example"),
    ],
    see: ["prefect", "markers", "store", "magnus", "specialists"],
  },
  {
    id: "markers",
    group: "board",
    blocks: [
      text("setup.markers", "R2.2"),
      text("markers.flip", "R5.3"),
      text("markers.back", "R5.3"),
      example("prefect.example"),
      figure("prices"),
    ],
    see: ["prefect", "production", "magnus"],
  },
  {
    id: "store",
    group: "board",
    blocks: [
      text("store.spaces", "R3.1"),
      text("store.full", "R3.2"),
      text("store.batch", "R3.3"),
      text("store.bank", "R3.4"),
      text("store.tip"),
    ],
    see: ["goods", "colonists", "production", "mercator"],
  },
  {
    id: "magnus",
    group: "board",
    blocks: [
      text("magnus.double", "R6"),
      text("magnus.collect", "R6"),
      text("setup.magnus", "R2.7"),
      text("magnus.last", "R6"),
    ],
    see: ["prefect", "markers", "ties"],
  },
  {
    id: "cards",
    group: "cards",
    blocks: [text("cards.text", "R5"), figure("sale")],
    see: ["turn", "display", "gods", "double", "teams"],
  },
  {
    id: "display",
    group: "cards",
    blocks: [
      text("display.what", "R2.3"),
      text("display.price", "R5.6"),
      figure("surcharges"),
      text("display.slide", "R5.6"),
      text("display.last", "R8.1"),
    ],
    see: ["senator", "consul", "options", "end", "cards"],
  },
  card(
    "tribune",
    [text("tribune.back", "R5.1"), text("tribune.settle", "R5.1"), example("tribune.example")],
    ["turn", "colonists", "intermediate", "mars"],
  ),
  card(
    "architect",
    [text("architect.order", "R5.2"), ...MOVING, ...BUILDING, example("architect.example")],
    ["colonists", "houses", "jupiter"],
  ),
  card(
    "prefect",
    [
      text("prefect.either", "R5.3"),
      text("prefect.produce", "R5.3"),
      text("prefect.collect", "R5.3"),
      example("prefect.example"),
    ],
    ["production", "markers", "magnus", "saturnus"],
  ),
  card(
    "mercator",
    [
      text("mercator.income", "R5.4"),
      text("mercator.trade", "R5.4"),
      figure("prices"),
      example("mercator.example"),
    ],
    ["goods", "store", "mercurius"],
  ),
  card(
    "colonist",
    [
      text("colonist.either", "R5.5"),
      text("colonist.settle", "R5.5"),
      text("colonist.cash", "R5.5"),
      figure("income"),
    ],
    ["colonists", "options", "mars"],
  ),
  card(
    "senator",
    [
      text("senator.buy", "R5.6"),
      figure("surcharges"),
      text("display.slide", "R5.6"),
      example("senator.example"),
    ],
    ["display", "consul", "vesta"],
  ),
  card("consul", [text("consul.buy", "R5.7")], ["display", "senator", "jupiter"]),
  {
    id: "specialists",
    group: "cards",
    role: "farmer",
    roles: SPECIALISTS,
    blocks: [text("specialists.text", "R5.8"), figure("specialists")],
    see: ["minerva", "production", "goods"],
  },
  card(
    "diplomat",
    [text("diplomat.copy", "R5.9"), text("diplomat.not", "R5.9"), text("diplomat.team", "R10.9")],
    ["turn", "magister", "teams", "jupiter"],
  ),
  card(
    "magister",
    [
      text("magister.repeat", "R5.10"),
      list(["magister.diplomat", "magister.copied"], "R5.10"),
      example("magister.example"),
    ],
    ["venus-game", "diplomat", "venus"],
  ),
  {
    id: "double",
    group: "cards",
    role: "prefect/architect",
    roles: DOUBLES,
    blocks: [text("double.text", "R5.11"), text("double.team", "R10.5")],
    see: ["venus-game", "prefect", "architect", "mercator", "venus"],
  },
  card("praetor", [text("praetor.text", "R10.6")], ["teams", "display", "senator"]),
  card(
    "proconsul",
    [text("proconsul.text", "R10.7"), list(["proconsul.answer", "proconsul.diplomat"], "R10.7")],
    ["teams", "consul", "display"],
  ),
  card(
    "legatus",
    [text("legatus.text", "R10.8"), text("legatus.gods", "R9.8"), example("legatus.example")],
    ["teams", "jupiter", "saturnus", "venus"],
  ),
  {
    id: "goods",
    group: "goods",
    blocks: [text("goods.text"), figure("prices"), text("store.bank", "R3.4")],
    see: ["store", "houses", "mercator", "specialists"],
  },
  good("brick"),
  good("food"),
  good("tool"),
  good("wine"),
  good("cloth"),
  {
    id: "gods",
    group: "gods",
    blocks: [text("gods.text", "R9"), figure("gods"), text("gods.twice", "R9")],
    see: ["scoring", "cards", "concordia"],
  },
  god("vesta", "R9.1", ["goods", "senator"], [example("vesta.example")]),
  god("jupiter", "R9.2", ["houses", "brick"]),
  god("saturnus", "R9.3", ["prefect", "houses"]),
  god("mercurius", "R9.5", ["mercator", "goods"]),
  god("mars", "R9.6", ["colonists", "colonist", "tribune"]),
  god("minerva", "R9.7", ["specialists", "goods"], [figure("specialists")]),
  god("venus", "R9.4", ["venus-game", "teams", "saturnus"], [text("venus.team", "R9.4")]),
  {
    id: "concordia",
    group: "gods",
    god: "concordia",
    blocks: [text("concordia.counts", "R9.9"), text("end.trigger", "R8.1")],
    see: ["end", "gods"],
  },
  {
    id: "end",
    group: "end",
    blocks: [
      text("end.trigger", "R8.1"),
      text("end.once", "R8.1"),
      text("end.team", "R8.2"),
      text("end.limit", "R8.3"),
    ],
    see: ["concordia", "display", "houses", "scoring"],
  },
  {
    id: "scoring",
    group: "end",
    blocks: [
      text("scoring.all", "R9"),
      figure("gods"),
      text("legatus.gods", "R9.8"),
      text("concordia.counts", "R9.9"),
      text("teams.score", "R9.10"),
      head("scoring.worked"),
      example("scoring.example"),
    ],
    see: ["gods", "ties", "end"],
  },
  {
    id: "ties",
    group: "end",
    blocks: [text("ties.text", "R9.11"), example("ties.example")],
    see: ["magnus", "scoring"],
  },
  {
    id: "venus-game",
    group: "variants",
    blocks: [
      text("venus-game.text", "R1.1"),
      list(["venus-game.magister", "venus-game.double", "venus-game.goddess"]),
      text("venus-game.stays"),
    ],
    see: ["magister", "double", "venus", "teams"],
  },
  {
    id: "teams",
    group: "variants",
    blocks: [
      text("teams.turn", "R10.1"),
      text("teams.separate", "R10.2"),
      text("teams.tribune", "R10.3"),
      text("teams.others", "R10.4"),
      text("double.team", "R10.5"),
      text("teams.three"),
      text("diplomat.team", "R10.9"),
      text("teams.copied", "R10.10"),
      text("teams.score", "R9.10"),
      text("end.team", "R8.2"),
    ],
    see: ["praetor", "proconsul", "legatus", "setup", "venus"],
  },
  {
    id: "options",
    group: "variants",
    blocks: [
      text("options.text", "R1.3"),
      list(["options.intermediate", "options.income", "options.display"], "R1.3"),
      head("options.incomeTable"),
      figure("income"),
      head("options.displayTable"),
      figure("surcharges"),
    ],
    see: ["intermediate", "colonist", "display"],
  },
  {
    id: "intermediate",
    group: "variants",
    blocks: [
      text("intermediate.when", "R7"),
      text("intermediate.award", "R7"),
      example("intermediate.example"),
    ],
    see: ["options", "tribune", "scoring"],
  },
  {
    id: "editions",
    group: "variants",
    blocks: [
      text("editions.text", "R11"),
      list(
        [
          "editions.income",
          "editions.coins",
          "editions.salt",
          "editions.mercator",
          "editions.inside",
        ],
        "R11",
      ),
    ],
    see: ["options", "setup"],
  },
];

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
