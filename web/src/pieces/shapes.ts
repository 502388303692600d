// The geometry of the game's things: own drawings as SVG path data, in a box of −12…12 unless said.
import type { God, Good } from "$lib/types";

/** A spot for a mark or a letter on a shape. */
export interface Spot {
  x: number;
  y: number;
  scale: number;
}

/** One part of a drawing: a line by default, or filled. */
export interface Stroke {
  d: string;
  fill?: boolean;
  dash?: string;
  width?: number;
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

// Goods

const GOOD_PATHS: Record<Good | "any", string> = {
  brick: "M-8-7H8a2 2 0 0 1 2 2V5a2 2 0 0 1-2 2H-8a2 2 0 0 1-2-2V-5a2 2 0 0 1 2-2Z",
  food: circle(0, 0, 8.9),
  tool: "M-4.4-8.4H4.4Q5-8.4 5.3-7.9L9.4-.6Q9.7 0 9.4.6L5.3 7.9Q5 8.4 4.4 8.4H-4.4Q-5 8.4-5.3 7.9L-9.4.6Q-9.7 0-9.4-.6L-5.3-7.9Q-5-8.4-4.4-8.4Z",
  wine: "M-8.6-8.6H8.6Q9.9-8.6 9.7-7.3C8.9-1.4 5.6 5 1.2 8.6Q0 9.5-1.2 8.6C-5.6 5-8.9-1.4-9.7-7.3Q-9.9-8.6-8.6-8.6Z",
  cloth:
    "M1.3-10.1L10.1-1.3Q11.3 0 10.1 1.3L1.3 10.1Q0 11.3-1.3 10.1L-10.1 1.3Q-11.3 0-10.1-1.3L-1.3-10.1Q0-11.3 1.3-10.1Z",
  any: circle(0, 0, 8.9),
};

/** The outline of a good; "any" is a ring. */
export function goodPath(good: Good | "any"): string {
  return GOOD_PATHS[good];
}

/** Where the letter of a good stands: its middle, and the font size for a text of this length. */
export function letterSpot(good: Good | "any", signs = 1): { x: number; y: number; size: number } {
  const size = good === "wine" ? 10.5 : 12;
  return { x: 0, y: good === "wine" ? -1.8 : 0, size: signs > 1 ? size * 0.8 : size };
}

export function goodColor(good: Good): string {
  return `var(--${good})`;
}

export function goodInk(good: Good): string {
  return `var(--${good}-ink)`;
}

// Seats: colour and mark

export const SEATS = 6;

/** In a box of −3…3: dot, bar, triangle, plus, two dots, chevron. */
const MARKS: readonly string[] = [
  circle(0, 0, 2.5),
  "M-3-1.25H3V1.25H-3Z",
  "M0-2.8L3.1 2.5H-3.1Z",
  "M-1-3H1V-1H3V1H1V3H-1V1H-3V-1H-1Z",
  circle(-1.6, 0, 1.35) + circle(1.6, 0, 1.35),
  "M-3-2.6L0 .2L3-2.6V.2L0 3L-3 .2Z",
];

const wrap = (seat: number): number => ((seat % SEATS) + SEATS) % SEATS;

/** The mark of a seat, in a box of −3…3. */
export function markPath(seat: number): string {
  return MARKS[wrap(seat)] ?? "";
}

export function seatColor(seat: number): string {
  return `var(--seat${wrap(seat)})`;
}

/** The colour of the mark on the seat's colour. */
export function seatInk(seat: number): string {
  return `var(--seat-ink${wrap(seat)})`;
}

// Pieces: drawn in the seat's colour with a halo (3) and a hairline (0.9), the mark on them

/** 11.2 × 11.8, standing on y 5.9. */
export const HOUSE =
  "M-5.6-.8L-.5-5.6Q0-6.1.5-5.6L5.6-.8V5.1Q5.6 5.9 4.8 5.9H-4.8Q-5.6 5.9-5.6 5.1Z";
export const HOUSE_MARK: Spot = { x: 0, y: 1.5, scale: 1 };

/** The land colonist: 12.8 × 18, standing on y 9. */
export const PAWN =
  "M-2.5-2.1A3.9 3.9 0 1 1 2.5-2.1C2.9 1.6 6.4 4 6.4 7.5Q6.4 9 4.9 9H-4.9Q-6.4 9-6.4 7.5C-6.4 4-2.9 1.6-2.5-2.1Z";
export const PAWN_MARK: Spot = { x: 0, y: 5, scale: 0.85 };

/** The sea colonist: hull 18.8 wide and one sail, standing on y 8.6. */
export const SHIP =
  "M-9.4 2.5H9.4C8.8 6.4 6 8.6 3.2 8.6H-3.2C-6 8.6-8.8 6.4-9.4 2.5ZM-.4-8.7Q0-9.3.5-8.7C4-4.9 6.3-1.8 6.8 1H-6.1C-4.4-2.2-2-5.4-.4-8.7Z";
export const SHIP_MARK: Spot = { x: 0.3, y: -2, scale: 0.75 };

/** The shape of a colonist of a kind. */
export function colonistPath(kind: string): string {
  return kind === "sea" ? SHIP : PAWN;
}

export function colonistMark(kind: string): Spot {
  return kind === "sea" ? SHIP_MARK : PAWN_MARK;
}

// Places of the board

export const CITY = { radius: 13, ring: 11.6, good: 19 } as const;
export const CAPITAL = { radius: 18, ring: 15.4 } as const;

/** The temple of the capital, filled: pediment, three columns, step. */
export const TEMPLE =
  "M-9.6-3.4L0-8.6L9.6-3.4V-2H-9.6ZM-7.4-.6H-4.6V5H-7.4ZM-1.4-.6H1.4V5H-1.4ZM4.6-.6H7.4V5H4.6ZM-9.6 6.2H9.6V8.4H-9.6Z";

/** The marker of a province: octagon 24.8 × 21.6, and a line inside it. */
export const MARKER = "M-7.4-10.8H7.4L12.4-5.8V5.8L7.4 10.8H-7.4L-12.4 5.8V-5.8Z";
export const MARKER_LINE = "M-6.6-8.9H6.6L10.5-5V5L6.6 8.9H-6.6L-10.5 5V-5Z";

/** Where a colonist stands: a circle on a road, a lens 12.8 × 6.6 on a lane. */
export const STAND_ROAD = { radius: 4.6 } as const;
export const STAND_LANE = "M-6.4 0Q0-6.6 6.4 0Q0 6.6-6.4 0Z";

// Gods

/** A leaf of so much length, from x, y at an angle in degrees. */
function leaf(x: number, y: number, angle: number, length: number, width: number): string {
  const turn = (Math.PI / 180) * angle;
  const at = (along: number, aside: number): string => {
    const px = x + along * Math.cos(turn) - aside * Math.sin(turn);
    const py = y + along * Math.sin(turn) + aside * Math.cos(turn);
    return `${px.toFixed(2)} ${py.toFixed(2)}`;
  };
  return `M${at(0, 0)}Q${at(length / 2, width)} ${at(length, 0)}Q${at(length / 2, -width)} ${at(0, 0)}Z`;
}

/** Two branches that open above, with leaves on both sides: stems and leaves apart. */
function wreath(radius: number, length: number, width: number): { stems: string; leaves: string } {
  const point = (degrees: number): [number, number] => {
    const turn = (Math.PI / 180) * degrees;
    return [radius * Math.sin(turn), radius * Math.cos(turn)];
  };
  const text = ([x, y]: [number, number]): string => `${x.toFixed(2)} ${y.toFixed(2)}`;
  let leaves = "";
  let stems = "";
  for (const side of [-1, 1]) {
    const sweep = side < 0 ? 1 : 0;
    stems += `M${text(point(side * 12))}A${radius} ${radius} 0 0 ${sweep} ${text(point(side * 140))}`;
    for (const at of [38, 70, 102, 134]) {
      const [x, y] = point(side * at);
      const along = 90 - side * (at + 90); // upward along the branch
      leaves += leaf(x, y, along + side * 34, length, width);
      leaves += leaf(x, y, along - side * 34, length, width);
    }
  }
  return { stems, leaves };
}

const small = wreath(8.6, 4.6, 1.9);

const GOD_PATHS: Record<God, readonly Stroke[]> = {
  vesta: [
    {
      d: "M.6-11.6C1.6-6.6 8.2-3.8 8.2 3.2C8.2 8.2 4.6 11.4 0 11.4S-8.2 8.2-8.2 3.4C-8.2 .2-6.6-2.2-5-3.8C-4.5-1.7-3.4-.5-1.9 0C-2.7-4.4-1.7-8.6 .6-11.6Z",
      fill: true,
    },
  ],
  jupiter: [{ d: "M3.4-11.8L-7.4 2H-.9L-3.6 11.8L7.6-3H.9Z", fill: true }],
  saturnus: [
    {
      d: "M-5.4-10.4C.8-13 9.2-9.6 9.2-2C9.2 4.4 3.4 7 -1.6 5.7L-5.2 11.7L-8.9 9.5L-4.3 1.9C.4 3.9 4.4 2.4 4.4-1.6C4.4-6-.2-9.2-5.4-10.4Z",
      fill: true,
    },
  ],
  mercurius: [
    { d: "M-9.8 2.6C-6.2-5.6 1.8-10.4 11.8-11C10.2-4.4 2.2 .2-9.8 2.6Z", fill: true },
    { d: "M-10.4 6.6C-3.4 5.2 3.4 2.2 8.2-2.2C6.4 3.6-.8 7.6-10.4 6.6Z", fill: true },
    { d: "M-11 10.4C-6 10.2-.6 8.6 3.8 5.2C1.8 10.2-4.4 12.6-11 10.4Z", fill: true },
  ],
  mars: [
    { d: "M-8.6-10H8.6V0C8.6 5.8 4.8 9.4 0 11.4C-4.8 9.4-8.6 5.8-8.6 0Z" },
    { d: "M0-10V11.4M-8.6-1.6H8.6" },
  ],
  minerva: [
    { d: "M-10.6-9.6C-5.6-9.2-2-7.2 0-3.6C2-7.2 5.6-9.2 10.6-9.6" },
    { d: circle(-4.7, 0, 3.5) + circle(4.7, 0, 3.5), width: 1.7 },
    { d: circle(-4.5, 0, 1.1) + circle(4.5, 0, 1.1) + "M-1.7 3H1.7L0 6.6Z", fill: true },
    { d: "M-9.6 4.6C-8 8.6-4.6 10.6 0 10.6S8 8.6 9.6 4.6" },
  ],
  venus: [
    {
      d: "M-2.9 8.2C-8 6.2-11 2-10.6-2.6C-10-7.8-5.2-10.8 0-10.8S10-7.8 10.6-2.6C11 2 8 6.2 2.9 8.2V11H-2.9Z",
    },
    { d: "M0 7.6V-6.6M-1.9 7L-5.2-5M1.9 7L5.2-5", width: 1.7 },
  ],
  concordia: [
    { d: small.stems, width: 1.5 },
    { d: small.leaves, fill: true },
  ],
};

/** The symbol of a god, lines 2 wide unless said. */
export function godPaths(god: God): readonly Stroke[] {
  return GOD_PATHS[god];
}

/** The colour of a god's band (white stands on it), and of the symbol on a panel. */
export function godBand(god: God): string {
  return `var(--god-${god})`;
}

export function godColor(god: God): string {
  return `var(--symbol-${god})`;
}

// Pictograms of the cards, in a box of −24…24, lines 2.2

function star(x: number, y: number, outer: number): string {
  const points: string[] = [];
  for (let i = 0; i < 10; i++) {
    const r = i % 2 ? outer * 0.45 : outer;
    const turn = (Math.PI / 5) * i - Math.PI / 2;
    points.push(`${(x + r * Math.cos(turn)).toFixed(2)} ${(y + r * Math.sin(turn)).toFixed(2)}`);
  }
  return `M${points.join("L")}Z`;
}

const laurel = wreath(15.5, 6.2, 2.6);
const WREATH: readonly Stroke[] = [
  { d: laurel.stems, width: 1.6 },
  { d: laurel.leaves, fill: true },
];

/** A house whose door an arrow leaves; its good is drawn at GOOD_SPOT. */
const WORKSHOP: readonly Stroke[] = [
  { d: "M1 8V4.6L-9-4.6L-19 4.6V18H1V17" },
  { d: "M-9 12.6H11M6.6 8.2L11 12.6L6.6 17" },
];

/** Where the good of a specialist stands on its pictogram. */
export const GOOD_SPOT: Spot = { x: 10, y: -7.5, scale: 1.05 };

const PICTOGRAMS: Record<string, readonly Stroke[]> = {
  tribune: [
    { d: "M-20 18H20" },
    { d: "M-16 18V0A16 16 0 0 1 16 0V18M-8.5 18V1A8.5 8.5 0 0 1 8.5 1V18" },
    { d: "M0-16V-7.5M-11.3-11.3L-6-5M11.3-11.3L6-5M-16 1H-8.5M16 1H8.5", width: 1.8 },
  ],
  architect: [
    { d: circle(0, -17.2, 3) },
    { d: "M-1.2-14.2L-11 15.4M1.2-14.2L11 15.4M-6.9 3H6.9" },
    { d: "M-16.5 15.5C-6 22.4 6 22.4 16.5 15.5", dash: "3.2 4" },
  ],
  prefect: [
    { d: "M-11.5-15.5H8.5A4.5 4.5 0 0 1 13-11V6.5" },
    {
      d: "M-16.5-6.5V-10.6A4.7 4.9 0 0 1-7-10.6V11A4.6 4.6 0 0 0 2.2 11V6.5H17.5V11A4.6 4.6 0 0 1 13 15.6H-2.4M-16.5-6.5H-7",
    },
    { d: "M-1.5-8.5H7.5M-1.5-2H7.5" },
  ],
  mercator: [
    { d: "M0-17V17M-8.5 17H8.5M-14-11.5C-9-11.5-5-13 0-13S9-11.5 14-11.5" },
    { d: "M-14-11.5L-19.6 4M-14-11.5L-8.4 4M14-11.5L8.4 4M14-11.5L19.6 4", width: 1.6 },
    { d: "M-20.4 4H-7.6A6.4 6.4 0 0 1-20.4 4ZM7.6 4H20.4A6.4 6.4 0 0 1 7.6 4Z" },
  ],
  diplomat: [
    {
      d: "M-17.5-15H3.5A2 2 0 0 1 5.5-13V-1A2 2 0 0 1 3.5 1H-7L-12.5 7V1H-17.5A2 2 0 0 1-19.5-1V-13A2 2 0 0 1-17.5-15Z",
    },
    {
      d: "M10.5-7H17.5A2 2 0 0 1 19.5-5V7.5A2 2 0 0 1 17.5 9.5H13V16L7 9.5H-3.5A2 2 0 0 1-5.5 7.5V6",
    },
  ],
  senator: [
    { d: "M-18-6.5L0-17L18-6.5Z" },
    { d: "M-12.5-2.5V10.5M-4.2-2.5V10.5M4.2-2.5V10.5M12.5-2.5V10.5" },
    { d: "M-16 12.5H16M-19.5 17.5H19.5" },
  ],
  praetor: [
    { d: "M-17-15H-5A2 2 0 0 1-3-13V8A2 2 0 0 1-5 10H-17A2 2 0 0 1-19 8V-13A2 2 0 0 1-17-15Z" },
    { d: "M5-10H17A2 2 0 0 1 19-8V13A2 2 0 0 1 17 15H5A2 2 0 0 1 3 13V-8A2 2 0 0 1 5-10Z" },
    { d: "M-14.5-9H-7.5M-14.5-4H-7.5M7.5-4H14.5M7.5 1H14.5", width: 1.8 },
  ],
  consul: [...WREATH, { d: star(0, 0, 7.6), width: 1.9 }],
  proconsul: [...WREATH, { d: star(-5.2, 0, 5) + star(5.2, 0, 5), width: 1.6 }],
  colonist: [
    {
      d: "M-13.6-1A5.6 5.6 0 1 1-8.4-1C-7.6 4-2.6 7-2.6 13.6Q-2.6 15-4 15H-18Q-19.4 15-19.4 13.6C-19.4 7-14.4 4-13.6-1Z",
    },
    {
      d: "M1.4 7H20.6C20 12.4 17 15 13.6 15H8.4C5 15 2 12.4 1.4 7ZM11-11.5C15.6-6 18-1.4 18.6 2.6H4.6C7.4-1.6 9.6-6.4 11-11.5Z",
    },
  ],
  magister: [{ d: "M-13-13.5H5.5A11.2 11.2 0 0 1 5.5 9H-16M-8 1L-16 9L-8 17" }],
  legatus: [
    { d: "M-17-13H17A2 2 0 0 1 19-11V11A2 2 0 0 1 17 13H-17A2 2 0 0 1-19 11V-11A2 2 0 0 1-17-13Z" },
    { d: "M-18.4-12.4L-1.6 1.2Q0 2.4 1.6 1.2L18.4-12.4" },
    { d: circle(0, 5.4, 4.4), fill: true },
  ],
  mason: WORKSHOP,
  farmer: WORKSHOP,
  smith: WORKSHOP,
  vintner: WORKSHOP,
  weaver: WORKSHOP,
};

/** The good a specialist works in. */
export const SPECIALISTS: Readonly<Record<string, Good>> = {
  mason: "brick",
  farmer: "food",
  smith: "tool",
  vintner: "wine",
  weaver: "cloth",
};

/** The drawing of a role; a double card has one for each side. Empty for a role nobody knows. */
export function pictogram(role: string): readonly Stroke[] {
  return PICTOGRAMS[role] ?? [];
}

/** One colour, or as many stripes as the card has gods. */
export function ground(gods: readonly God[], towards: "right" | "bottom"): string {
  const [only, second] = gods;
  if (!only) return "var(--ink2)";
  if (!second) return godBand(only);
  const stops = gods.map((god, i) => {
    const share = 100 / gods.length;
    return `${godBand(god)} ${(i * share).toFixed(2)}% ${((i + 1) * share).toFixed(2)}%`;
  });
  return `linear-gradient(to ${towards}, ${stops.join(", ")})`;
}
