// Blocks that more than one topic uses.
import { text, list, head, figure, type Block } from "./blocks";

export const MOVING: Block[] = [
  head("moving.title"),
  text("moving.steps", "R5.2"),
  list(["moving.kinds", "moving.step", "moving.once", "moving.end", "moving.stop"], "R5.2"),
];
export const BUILDING: Block[] = [
  head("building.title"),
  text("building.where", "R5.2"),
  text("building.cost", "R5.2"),
  figure("houses"),
  text("building.many", "R5.2"),
];
