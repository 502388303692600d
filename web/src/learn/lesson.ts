// The lesson: two prepared games and the steps that lead through them. The entries are in
// lesson.json; a step says how many of its entries belong to it and what to look at.
import prepared from "./lesson.json";

export const LEARNER = 0;

/** Parts of the table that a step can point at. */
export type Spot = "board" | "hand" | "store" | "display" | "players" | "scores" | "panel";

export interface Step {
  id: string;
  chapter: number;
  /** read: go on when one likes. do: the learner plays the entries. watch: they are played for others. */
  kind: "read" | "do" | "watch";
  /** How many entries of the chapter's script it takes. */
  entries: number;
  at: number; // entries before it
  look: readonly string[]; // cities, paths, provinces on the board
  spot: Spot;
  topic: string | null; // of the rules
}

export interface Chapter {
  document: Readonly<Record<string, unknown>>;
  entries: readonly string[];
}

export const CHAPTERS: readonly Chapter[] = prepared.chapters as unknown as Chapter[];

interface Plan {
  look?: string[];
  spot?: Spot;
  topic?: string;
}

type Line = [kind: Step["kind"], id: string, entries: number, plan?: Plan];

const LINES: readonly (readonly Line[])[] = [
  [
    ["read", "welcome", 0, { topic: "game" }],
    ["read", "board", 0, { look: ["roma"], topic: "boards" }],
    [
      "read",
      "province",
      0,
      { look: ["italia", "novaria", "aquileia", "syracusae"], topic: "goods" },
    ],
    ["read", "store", 0, { spot: "store", topic: "store" }],
    ["read", "hand", 0, { spot: "hand", topic: "turn" }],
    ["do", "architect", 1, { spot: "hand", topic: "architect" }],
    ["do", "move", 1, { look: ["roma", "aquileia~novaria"], topic: "colonists" }],
    ["do", "build", 1, { look: ["novaria"], topic: "houses" }],
    ["do", "build2", 2, { look: ["aquileia"], topic: "houses" }],
    ["watch", "magnus", 2, { look: ["hellas"], topic: "magnus" }],
    ["do", "prefect", 2, { look: ["italia"], topic: "prefect" }],
    ["read", "marker", 0, { look: ["italia"], topic: "markers" }],
    ["watch", "rival", 3, { spot: "players" }],
    ["do", "mercator", 3, { spot: "panel", topic: "mercator" }],
    ["watch", "buys", 4, { spot: "display", topic: "display" }],
    ["read", "display", 0, { spot: "display", topic: "display" }],
    ["do", "senator", 3, { spot: "display", topic: "senator" }],
    ["watch", "refill", 6, { spot: "board", look: ["massilia"], topic: "display" }],
    ["do", "diplomat", 2, { spot: "hand", topic: "diplomat" }],
    ["do", "sail", 3, { look: ["massilia~valentia", "massilia"], topic: "houses" }],
    ["watch", "collect", 2, { look: ["italia", "hellas"], topic: "markers" }],
    ["do", "prefect2", 2, { look: ["italia"], topic: "production" }],
    ["watch", "tribuneMarcus", 2, { spot: "players" }],
    ["do", "tribune", 2, { spot: "hand", topic: "tribune" }],
    ["watch", "gallia", 2, { look: ["gallia", "massilia"], topic: "production" }],
    ["do", "colonist", 2, { spot: "hand", topic: "colonist" }],
    ["read", "gods", 0, { spot: "scores", topic: "gods" }],
    ["read", "value", 0, { spot: "scores", topic: "scoring" }],
  ],
  [
    ["read", "later", 0, { spot: "board" }],
    ["do", "keep", 3, { look: ["germania"], topic: "store" }],
    ["watch", "before", 2, { spot: "players" }],
    ["do", "last", 3, { spot: "display", topic: "end" }],
    ["watch", "final", 1, { spot: "scores", topic: "concordia" }],
    ["read", "points", 0, { spot: "scores", topic: "scoring" }],
    ["read", "summary", 0, { spot: "board" }],
  ],
];

export const STEPS: readonly Step[] = LINES.flatMap((lines, chapter) => {
  let at = 0;
  return lines.map(([kind, id, entries, plan = {}]): Step => {
    const step: Step = {
      id,
      chapter,
      kind,
      entries,
      at,
      look: plan.look ?? [],
      spot: plan.spot ?? "board",
      topic: plan.topic ?? null,
    };
    at += entries;
    return step;
  });
});

/** An entry of a script: who plays it, and its text as it is sent. */
export function entryOf(line: string): { actor: number | "*"; text: string } {
  const cut = line.indexOf(": ");
  const actor = line.slice(0, cut);
  return { actor: actor === "*" ? "*" : Number(actor), text: line.slice(cut + 2) };
}

export function scriptOf(step: Step): string[] {
  return (CHAPTERS[step.chapter]?.entries ?? []).slice(step.at, step.at + step.entries);
}

/** What a chapter's table is made from, with the learner's own name, up to this number of entries. */
export function documentOf(chapter: number, name: string, rival: string, upto = 0): unknown {
  const { document, entries } = CHAPTERS[chapter]!;
  const players = document.players as (string | { name: string })[];
  const names = [name, rival];
  const named = players.map((player, seat) =>
    typeof player === "string" ? names[seat] : { ...player, name: names[seat] },
  );
  const record = !("unseen" in document); // a position holds no turns that are over
  return { ...document, players: named, entries: record ? entries.slice(0, upto) : [] };
}
