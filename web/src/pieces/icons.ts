// Small signs of the controls: own drawings, lines in a box of 0…24.
import type { Stroke } from "./shapes";

const line = (...paths: string[]): Stroke[] => paths.map((d) => ({ d }));
const full = (...paths: string[]): Stroke[] => paths.map((d) => ({ d, fill: true }));
const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const rays = (inner: number, outer: number, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const turn = (2 * Math.PI * i) / count;
    const at = (r: number) =>
      `${(12 + r * Math.cos(turn)).toFixed(2)} ${(12 + r * Math.sin(turn)).toFixed(2)}`;
    return `M${at(inner)}L${at(outer)}`;
  }).join("");

export const ICONS = {
  undo: line("M8.5 5L4 9.5L8.5 14", "M4.5 9.5H14a5.5 5.5 0 0 1 0 11H10"),
  check: line("M4.5 12.5L10 18L19.5 6.5"),
  menu: line("M4 6.5H20M4 12H20M4 17.5H20"),
  pen: line("M5 19L6.2 14.6L15.5 5.3L18.7 8.5L9.4 17.8Z", "M13.2 7.6L16.4 10.8"),
  close: line("M6 6L18 18M18 6L6 18"),
  map: line("M3.5 6L9 4L15 6.5L20.5 4.5V18L15 20L9 17.5L3.5 19.5Z", "M9 4V17.5M15 6.5V20"),
  hand: line("M9 6.2L18.8 5L20.4 17.4L11 18.6Z", "M6.6 6.5L3.6 17L8.4 18.6"),
  shop: line(
    "M4 10.5V20H20V10.5",
    "M5 4H19L21 9.5C20 11.5 17 11.5 16.5 9.5C16 11.5 12.5 11.5 12 9.5C11.5 11.5 8 11.5 7.5 9.5C7 11.5 4 11.5 3 9.5Z",
    "M9.5 20V14.5H14.5V20",
  ),
  people: line(
    ring(9, 8, 3.5),
    "M2.5 20C2.5 16 5 13.8 9 13.8S15.5 16 15.5 20",
    "M15.5 4.9a3.4 3.4 0 0 1 0 6.4M17.8 14.4C20.3 15.2 21.5 17 21.5 20",
  ),
  log: line("M4 5.5H20M4 10H15M4 14.5H20M4 19H12"),
  chat: line(
    "M6 4.5H18A2.5 2.5 0 0 1 20.5 7V14A2.5 2.5 0 0 1 18 16.5H11.5L7 20.5V16.5H6A2.5 2.5 0 0 1 3.5 14V7A2.5 2.5 0 0 1 6 4.5Z",
    "M8 9H16M8 12.5H13",
  ),
  clock: line(ring(12, 12, 8.5), "M12 7V12L15.5 14"),
  sun: line(ring(12, 12, 4), rays(7, 9.6, 8)),
  moon: line("M19.5 14.5A8 8 0 0 1 9.5 4.5A8.2 8.2 0 1 0 19.5 14.5Z"),
  text: line("M2.5 19L8 5L13.5 19M4.5 14.5H11.5", "M15 19L18.3 10.5L21.6 19M16.2 16.2H20.4"),
  sound: line(
    "M4 9.5H7.5L12.5 5V19L7.5 14.5H4Z",
    "M15.8 9a4.2 4.2 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  ),
  mute: line("M4 9.5H7.5L12.5 5V19L7.5 14.5H4Z", "M16 9.5L21 14.5M21 9.5L16 14.5"),
  bell: line(
    "M5 17C6.5 15.5 6.5 13.5 6.5 10.5a5.5 5.5 0 0 1 11 0C17.5 13.5 17.5 15.5 19 17Z",
    "M10 20a2.2 2.2 0 0 0 4 0M12 5V3.2",
  ),
  play: full("M7 4.5Q7 3.5 8 4L19.5 11.3Q20.4 12 19.5 12.7L8 20Q7 20.5 7 19.5Z"),
  pause: full("M6.5 4.5H10V19.5H6.5ZM14 4.5H17.5V19.5H14Z"),
  next: line("M9 5L16 12L9 19"),
  previous: line("M15 5L8 12L15 19"),
  first: line("M18 5L11 12L18 19M6.5 5V19"),
  last: line("M6 5L13 12L6 19M17.5 5V19"),
  up: line("M5 15L12 8L19 15"),
  down: line("M5 9L12 16L19 9"),
  download: line("M12 3.5V15M7 10.5L12 15.5L17 10.5", "M4 17V20.5H20V17"),
  share: line(
    ring(18, 5.5, 2.5),
    ring(6, 12, 2.5),
    ring(18, 18.5, 2.5),
    "M8.3 10.8L15.7 6.7M8.3 13.2L15.7 17.3",
  ),
  link: line(
    "M10 13.8a4.2 4.2 0 0 0 6 .1L19.4 10.5a4.2 4.2 0 0 0-6-6L11.8 6.1",
    "M14 10.2a4.2 4.2 0 0 0-6-.1L4.6 13.5a4.2 4.2 0 0 0 6 6L12.2 17.9",
  ),
  robot: [
    ...line(
      "M6.5 8.5H17.5A2 2 0 0 1 19.5 10.5V17.5A2 2 0 0 1 17.5 19.5H6.5A2 2 0 0 1 4.5 17.5V10.5A2 2 0 0 1 6.5 8.5Z",
      "M12 8.5V5.2M2 12.5V15.5M22 12.5V15.5M9.5 16.3H14.5",
    ),
    ...full(ring(12, 4, 1.5), ring(9, 12.7, 1.3), ring(15, 12.7, 1.3)),
  ],
  crown: line("M4 18L3 7.5L8.5 11.5L12 5L15.5 11.5L21 7.5L20 18Z", "M4.5 21H19.5"),
  chart: line("M4 4V20H20", "M8 17V12", "M12.5 17V7", "M17 17V10"),
  gear: line(ring(12, 12, 3.1), ring(12, 12, 6.7), rays(6.9, 9.7, 8)),
  book: line(
    "M12 6.5C10 4.8 7 4.3 3.5 4.5V18.5C7 18.3 10 18.8 12 20.5C14 18.8 17 18.3 20.5 18.5V4.5C17 4.3 14 4.8 12 6.5Z",
    "M12 6.5V20.5",
  ),
  search: line(ring(10.5, 10.5, 6.5), "M15.5 15.5L20.5 20.5"),
  info: [...line(ring(12, 12, 8.5), "M12 11V16.5"), ...full(ring(12, 7.8, 1.2))],
  plus: line("M12 5V19M5 12H19"),
  minus: line("M5 12H19"),
  home: line("M3.5 11.5L12 4L20.5 11.5", "M6 9.5V20H18V9.5M10 20V14.5H14V20"),
  eye: line(
    "M2.5 12C5 7.5 8.2 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.8 18.5 12 18.5S5 16.5 2.5 12Z",
    ring(12, 12, 3),
  ),
  lamp: line("M9 17.5C9 15 6 13.5 6 9.5a6 6 0 0 1 12 0C18 13.5 15 15 15 17.5Z", "M9.5 20.5H14.5"),
  flag: line("M5.5 21V3.5", "M5.5 4.5C9 2.5 12 6.5 18.5 4.5V13C12 15 9 11 5.5 13"),
  swap: line("M4 8.5H19M15 4.5L19 8.5L15 12.5", "M20 15.5H5M9 11.5L5 15.5L9 19.5"),
  lock: line("M6 11H18V20.5H6Z", "M8.5 11V8a3.5 3.5 0 0 1 7 0V11"),
  globe: line(
    ring(12, 12, 8.5),
    "M3.5 12H20.5M12 3.5C9 6 8 9 8 12S9 18 12 20.5C15 18 16 15 16 12S15 6 12 3.5Z",
  ),
  fit: line("M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15"),
  keys: line(
    "M4 6.5H20A1.5 1.5 0 0 1 21.5 8V16A1.5 1.5 0 0 1 20 17.5H4A1.5 1.5 0 0 1 2.5 16V8A1.5 1.5 0 0 1 4 6.5Z",
    "M6.5 10H7M10 10H10.5M13.5 10H14M17 10H17.5M8 14H16",
  ),
} as const satisfies Record<string, readonly Stroke[]>;

export type IconName = keyof typeof ICONS;
