// The faces of the bots, so that they are told apart at a glance: own drawings in a box of −12…12.

export type Hair = "short" | "curls" | "bald" | "long" | "bun" | "braids";
export type Wear = "laurel" | "band" | "helmet" | "veil";
export type Mouth = "smile" | "grin" | "flat" | "smirk";

export interface BotFace {
  ground: string;
  tunic: string;
  skin: string;
  hairColor: string;
  hair: Hair;
  mouth: Mouth;
  beard?: boolean;
  wear?: Wear;
}

const SKINS = ["#f0c9a4", "#dba97e", "#b97f55", "#8a5a3b"] as const;
const HAIRS = ["#2b211b", "#5b3a22", "#8c5a2b", "#b9b2a6", "#c8963e"] as const;
const GROUNDS = ["#9fbfae", "#d9b48f", "#a9b8d0", "#d6a29a", "#c6b5d6", "#b7c28a"] as const;
const TUNICS = ["#fbf4e4", "#8f2f35", "#2a6477", "#5a4a8c", "#86621a", "#4f6b2c"] as const;

/** Up to eight levels; a level that is added needs no new face. */
const KNOWN: Partial<Record<string, BotFace>> = {
  "level-1": {
    ground: "#b7d3a8",
    tunic: "#fbf4e4",
    skin: "#f0c9a4",
    hairColor: "#8c5a2b",
    hair: "curls",
    mouth: "grin",
  },
  "level-2": {
    ground: "#e6c08f",
    tunic: "#2a6477",
    skin: "#dba97e",
    hairColor: "#5b3a22",
    hair: "braids",
    mouth: "smile",
  },
  "level-3": {
    ground: "#a9c4d8",
    tunic: "#86621a",
    skin: "#b97f55",
    hairColor: "#2b211b",
    hair: "short",
    mouth: "flat",
    beard: true,
  },
  "level-4": {
    ground: "#d9a9a0",
    tunic: "#fbf4e4",
    skin: "#f0c9a4",
    hairColor: "#2b211b",
    hair: "bun",
    mouth: "smile",
    wear: "band",
  },
  "level-5": {
    ground: "#c9bd84",
    tunic: "#8f2f35",
    skin: "#dba97e",
    hairColor: "#5b3a22",
    hair: "short",
    mouth: "smirk",
    wear: "helmet",
  },
  "level-6": {
    ground: "#c6b5d6",
    tunic: "#4f6b2c",
    skin: "#8a5a3b",
    hairColor: "#2b211b",
    hair: "long",
    mouth: "smirk",
    wear: "veil",
  },
  "level-7": {
    ground: "#d6a05f",
    tunic: "#5a4a8c",
    skin: "#f0c9a4",
    hairColor: "#b9b2a6",
    hair: "bald",
    mouth: "flat",
    beard: true,
    wear: "laurel",
  },
  "level-8": {
    ground: "#93a9a0",
    tunic: "#8f2f35",
    skin: "#dba97e",
    hairColor: "#c8963e",
    hair: "long",
    mouth: "flat",
    wear: "laurel",
  },
};

/** The same number for the same id, well spread. */
function spread(id: string): number {
  let found = 2166136261;
  for (const sign of id) found = Math.imul(found ^ (sign.codePointAt(0) ?? 0), 16777619) >>> 0;
  return found;
}

/** The face of a bot; one that nobody drew gets one that follows from its name. */
export function faceOf(bot: string): BotFace {
  const id = bot.split(":")[0] ?? bot;
  const known = KNOWN[id];
  if (known) return known;
  let left = spread(id);
  const one = <T>(among: readonly T[]): T => {
    const found = among[left % among.length]!;
    left = Math.floor(left / among.length);
    return found;
  };
  return {
    ground: one(GROUNDS),
    tunic: one(TUNICS),
    skin: one(SKINS),
    hairColor: one(HAIRS),
    hair: one(["short", "curls", "bald", "long", "bun", "braids"] as const),
    mouth: one(["smile", "flat", "smirk"] as const),
  };
}

export const HEAD =
  "M-4.7-1.8C-4.7-6.6-2.6-8 0-8S4.7-6.6 4.7-1.8C4.7 2.2 2.3 4.8 0 4.8S-4.7 2.2-4.7-1.8Z";
export const NECK = "M-1.9 3.2H1.9V7.6H-1.9Z";
export const SHOULDERS = "M-10 12.5C-10 8-5.4 6.3 0 6.3S10 8 10 12.5Z";
export const BEARD = "M-4.8-1C-4.9 4.2-2.8 7 0 7S4.9 4.2 4.8-1C4.1.9 2.8 1 0 1S-4.1.9-4.8-1Z";

const FRINGE =
  "M-4.9-2C-5.2-7.4-2.6-9.4 0-9.4S5.2-7.4 4.9-2C4.2-4.4 2.4-5.6 0-6.2-2.4-5.6-4.2-4.4-4.9-2Z";

/** The hair behind the head and in front of it. */
export const HAIR: Record<Hair, { back?: string; front: string }> = {
  short: {
    front: "M-5-1.8C-5.5-7.6-2.8-9.6 0-9.6S5.5-7.6 5-1.8C4.6-4 3.8-5.6 0-5.6S-4.6-4-5-1.8Z",
  },
  curls: {
    back: "M-6.4-4.4a2.4 2.4 0 0 1 1.3-4 2.7 2.7 0 0 1 3.6-2 2.8 2.8 0 0 1 4.2.4 2.5 2.5 0 0 1 3.2 2.6 2.4 2.4 0 0 1 .3 4.2 2 2 0 0 1-.8 2.6H-5.4a2 2 0 0 1-1-3.8Z",
    front:
      "M-4.9-3.4a2 2 0 0 1 1.6-2.8 2.2 2.2 0 0 1 3.4-1 2.2 2.2 0 0 1 3.3 1A2 2 0 0 1 4.9-3.4C5-8-2.6-8.8-3.9-6.8-4.6-6-5-4.6-4.9-3.4Z",
  },
  bald: {
    front:
      "M-4.8-.6C-5.9-3-5.6-5-4.5-5.8-4.3-4-4.3-2-4.8-.6ZM4.8-.6C5.9-3 5.6-5 4.5-5.8 4.3-4 4.3-2 4.8-.6Z",
  },
  long: {
    back: "M-6 7C-7.2 1-6.8-9.8 0-9.8S7.2 1 6 7Z",
    front: FRINGE,
  },
  bun: {
    back: "M-2.6-10.2a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0Z",
    front: FRINGE,
  },
  braids: {
    back: "M-5.2-3C-7.6-1-6.8 4.4-6.2 8.4H-4.2C-4.4 5-3.8 0-4-3ZM5.2-3C7.6-1 6.8 4.4 6.2 8.4H4.2C4.4 5 3.8 0 4-3Z",
    front: FRINGE,
  },
};

export const MOUTHS: Record<Mouth, string> = {
  smile: "M-1.7 2Q0 3.3 1.7 2",
  grin: "M-2 1.7Q0 4.2 2 1.7Z",
  flat: "M-1.5 2.3H1.5",
  smirk: "M-1.5 2.5Q.4 2.8 1.8 1.7",
};

export const BROW = "M-5-4.2C-3.6-7 3.6-7 5-4.2"; // where a band or a wreath lies
export const VEIL = "M-7.4 10C-8.4-4-6.6-11 0-11S8.4-4 7.4 10Z";
export const HELMET =
  "M-5.8-1.4C-6.2-8-3.2-10 0-10S6.2-8 5.8-1.4L4.3-2V-4.6H-4.3V-2ZM-.9-9.6C-.9-11.6 3.4-11.8 6.6-9.4 4-10-.2-8.6.9-9.4Z";
