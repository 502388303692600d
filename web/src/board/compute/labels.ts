// Inscriptions, markers and the tray of a computed drawing, each where it covers least.
import type { Board } from "$lib/types";
import { distance } from "../curve";
import type { Box, Label, Layout, Point } from "../layout";
import { inside, tenth } from "./geometry";

/** What is taken already, and what it would cost to cover it. */
export class Busy {
  private boxes: { box: Box; weight: number }[] = [];
  private dots: Point[] = [];

  constructor(private core: Box) {}

  add(box: Box, weight: number): void {
    this.boxes.push({ box, weight });
  }

  line(all: Point[]): void {
    this.dots.push(...all);
  }

  cost(box: Box, skip?: Box): number {
    const [, , w, h] = this.core;
    let sum = 0;
    const off = Math.max(3 - box[0], box[2] - w + 3, 0) + Math.max(3 - box[1], box[3] - h + 3, 0);
    sum += off * 50;
    for (const { box: other, weight } of this.boxes) {
      if (other === skip) continue;
      const across = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
      const down = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
      if (across > 0 && down > 0) sum += weight * (4 + across * down * 0.08);
    }
    for (const [x, y] of this.dots) {
      if (x > box[0] && x < box[2] && y > box[1] && y < box[3]) sum += 0.5;
    }
    return sum;
  }
}

export function placeTray(
  board: Board,
  cities: Map<string, Point>,
  busy: Busy,
): Layout["capital"]["tray"] {
  const [x, y] = cities.get(board.capital)!;
  const [w, h] = [92, 34];
  let best = { x: x + 70, y, w, h };
  let least = Infinity;
  for (let far = 0; far < 3; far++) {
    for (let turn = 0; turn < 24; turn++) {
      const angle = (turn * Math.PI) / 12;
      const cx = x + Math.cos(angle) * (70 + far * 14);
      const cy = y + Math.sin(angle) * (40 + far * 12);
      const cost = far * 4 + busy.cost([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2]);
      if (cost < least) [least, best] = [cost, { x: tenth(cx), y: tenth(cy), w, h }];
    }
  }
  busy.add([best.x - w / 2, best.y - h / 2, best.x + w / 2, best.y + h / 2], 3);
  return best;
}

export function placeLabels(
  board: Board,
  cities: Map<string, Point>,
  busy: Busy,
): Map<string, Label> {
  const found = new Map<string, Label>();
  const taken = new Map<string, Box>();
  const options = board.cities.map(({ id, inscription, name }) => {
    const [x, y] = cities.get(id)!;
    const capital = id === board.capital;
    const letters = [...(inscription || name)].length;
    const wide = letters * (capital ? 11.5 : 8.1) + 2;
    const tall = capital ? 12 : 9.5;
    const r = capital ? 18 : 13;
    const labels: [Label, number][] = [
      [{ x, y: y + r + tall + 1, anchor: "middle" }, 0],
      [{ x: x + wide / 4, y: y + r + tall + 1, anchor: "middle" }, 1],
      [{ x: x - wide / 4, y: y + r + tall + 1, anchor: "middle" }, 1],
      [{ x: x + r + 3, y: y + tall / 2 + 3, anchor: "start" }, 2],
      [{ x: x - r - 3, y: y + tall / 2 + 3, anchor: "end" }, 2],
      [{ x: x + r - 1, y: y + r + tall - 3, anchor: "start" }, 1.5],
      [{ x: x - r + 1, y: y + r + tall - 3, anchor: "end" }, 1.5],
      [{ x, y: y + r + tall + 9, anchor: "middle" }, 3],
      [{ x: x + r + 3, y: y - 1, anchor: "start" }, 3],
      [{ x: x - r - 3, y: y - 1, anchor: "end" }, 3],
      [{ x, y: y - r - 18, anchor: "middle" }, 6],
    ];
    return {
      id,
      labels: labels.map(([label, cost]) => {
        const left =
          label.x - (label.anchor === "middle" ? wide / 2 : label.anchor === "end" ? wide : 0);
        const box: Box = [left, label.y - tall, left + wide, label.y + 2.5];
        return { label: { ...label, x: tenth(label.x), y: tenth(label.y) }, cost, box };
      }),
    };
  });
  // Each chooses its best place in turn, three times over, knowing where the others are.
  for (let sweep = 0; sweep < 3; sweep++) {
    for (const { id, labels } of options) {
      let least = Infinity;
      for (const { label, cost, box } of labels) {
        let sum = cost + busy.cost(box);
        for (const [other, there] of taken) {
          if (other === id) continue;
          const across = Math.min(box[2], there[2]) - Math.max(box[0], there[0]);
          const down = Math.min(box[3], there[3]) - Math.max(box[1], there[1]);
          if (across > -2 && down > -1) sum += 40 + across;
        }
        if (sum < least) {
          least = sum;
          found.set(id, label);
          taken.set(id, box);
        }
      }
    }
  }
  for (const box of taken.values()) busy.add(box, 5);
  return found;
}

export function placeMarkers(
  board: Board,
  cities: Map<string, Point>,
  areas: Map<string, Point[][]>,
  busy: Busy,
): Map<string, { marker: Point; label: Label }> {
  const found = new Map<string, { marker: Point; label: Label }>();
  for (const { id, name } of board.provinces) {
    const own = board.cities
      .filter(({ province }) => province === id)
      .map(({ id: city }) => cities.get(city)!);
    const heart: Point = [
      own.reduce((sum, [x]) => sum + x, 0) / (own.length || 1),
      own.reduce((sum, [, y]) => sum + y, 0) / (own.length || 1),
    ];
    const rings = areas.get(id) ?? [];
    const wide = [...name].length * 10.6 + 4;
    let best: { marker: Point; label: Label; boxes: Box[] } | null = null;
    let least = Infinity;
    for (let dy = -210; dy <= 210; dy += 15) {
      for (let dx = -210; dx <= 210; dx += 15) {
        const marker: Point = [tenth(heart[0] + dx), tenth(heart[1] + dy)];
        const [x, y] = marker;
        let plain = Math.min(...own.map((city) => distance(city, marker))) * 0.06;
        plain += distance(marker, heart) * 0.05;
        if (!rings.some((ring) => inside(ring, marker))) plain += 25;
        if (plain >= least) continue;
        const disc: Box = [x - 15, y - 13, x + 15, y + 13];
        plain += busy.cost(disc);
        if (plain >= least) continue;
        const labels: [Point, number][] = [
          [[x + 18, y + 4.6], 0],
          [[x - wide / 2, y + 26], 1],
          [[x - 18 - wide, y + 4.6], 1],
        ];
        for (const [[lx, ly], cost] of labels) {
          const box: Box = [lx - 2, ly - 10, lx + wide, ly + 3];
          const sum = plain + cost + busy.cost(box);
          if (sum < least) {
            least = sum;
            const label: Label = { x: tenth(lx), y: tenth(ly), anchor: "start" };
            best = { marker, label, boxes: [disc, box] };
          }
        }
      }
    }
    const { marker, label, boxes } = best!;
    for (const box of boxes) busy.add(box, 5);
    found.set(id, { marker, label });
  }
  return found;
}
