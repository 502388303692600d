// The lines of a study as a tree: the game, and where others leave it. Read from and written into records (`tree`).
import type { components } from "$lib/schema";

/** An arrow or a ring on the board. */
export type Mark = components["schemas"]["Mark"];

export interface Node {
  entry: string; // "" at the root
  children: Node[]; // the main line first
  comment: string;
  marks: Mark[];
}

/** A branch of a record: it leaves its parent's line after `at` of the parent's own entries. */
export interface Branch {
  at: number;
  entries: string[];
  comment?: string;
  marks?: Mark[];
  tree?: Branch[];
}

export interface Lines {
  entries: string[];
  tree?: Branch[];
}

export const newNode = (entry = ""): Node => ({ entry, children: [], comment: "", marks: [] });

/** The node at the end of a line; null where the tree does not have it. */
export function find(root: Node, entries: readonly string[]): Node | null {
  let node: Node | undefined = root;
  for (const entry of entries) node = node?.children.find((one) => one.entry === entry);
  return node ?? null;
}

/** Add a line; what is there stays. The node at its end. */
export function grow(root: Node, entries: readonly string[]): Node {
  let node = root;
  for (const entry of entries) {
    let next = node.children.find((one) => one.entry === entry);
    if (!next) node.children.push((next = newNode(entry)));
    node = next;
  }
  return node;
}

/** Take a line's end with all that follows out of the tree. */
export function prune(root: Node, entries: readonly string[]): void {
  const parent = find(root, entries.slice(0, -1));
  const last = entries.at(-1);
  if (parent) parent.children = parent.children.filter((one) => one.entry !== last);
}

/** Make a line the main one: at each fork it comes first. */
export function promote(root: Node, entries: readonly string[]): void {
  let node = root;
  for (const entry of entries) {
    const next = node.children.find((one) => one.entry === entry);
    if (!next) return;
    node.children = [next, ...node.children.filter((one) => one !== next)];
    node = next;
  }
}

/** A line, and how the tree goes on from its end. */
export function onward(root: Node, line: readonly string[]): string[] {
  const node = find(root, line);
  return node ? [...line, ...mainLine(node)] : mainLine(root);
}

/** Put everything of another tree into this one; where both say something, the other one counts. */
export function join(root: Node, other: Node): void {
  if (other.comment) root.comment = other.comment;
  if (other.marks.length) root.marks = [...other.marks];
  for (const one of other.children) join(grow(root, [one.entry]), one);
}

// Records

export function read(lines: Lines): Node {
  const root = newNode();
  grow(root, lines.entries);
  const branch = (before: readonly string[], own: number, one: Branch): void => {
    const first = before.length - own + one.at; // of all entries that are kept of the parent's line
    const line = [...before.slice(0, first), ...one.entries];
    const end = grow(root, line);
    if (one.comment) end.comment = one.comment;
    if (one.marks) end.marks = [...one.marks];
    for (const next of one.tree ?? []) branch(line, one.entries.length, next);
  };
  for (const one of lines.tree ?? []) branch(lines.entries, lines.entries.length, one);
  return root;
}

/**
 * A line and all that leaves it, as a record has them; without a line the main one. What is said of an entry is a
 * branch without entries.
 */
export function write(root: Node, line: readonly string[] = mainLine(root)): Lines {
  const tree = leaving(root, line);
  return { entries: [...line], ...(tree.length ? { tree } : {}) };
}

export function mainLine(root: Node): string[] {
  const line: string[] = [];
  for (let node = root.children[0]; node; node = node.children[0]) line.push(node.entry);
  return line;
}

function said(node: Node): { comment?: string; marks?: Mark[] } {
  return {
    ...(node.comment ? { comment: node.comment } : {}),
    ...(node.marks.length ? { marks: node.marks } : {}),
  };
}

/** What is said along a line that begins at a node, and the branches that leave it. */
function leaving(start: Node, line: readonly string[], last = true): Branch[] {
  const found: Branch[] = [];
  let node: Node | undefined = start;
  for (let at = 0; node; at++) {
    const here: Node = node;
    const next: string | undefined = line[at];
    const told = at > 0 || start.entry === "";
    if (told && (last || next !== undefined) && (here.comment || here.marks.length))
      found.push({ at, entries: [], ...said(here) });
    for (const one of here.children) if (one.entry !== next) found.push(branchOf(here, one, at));
    node = here.children.find((one) => one.entry === next);
  }
  return found;
}

/** The branch that begins with an entry after a node. */
function branchOf(before: Node, first: Node, at: number): Branch {
  const entries = [first.entry, ...mainLine(first)];
  let end = first;
  while (end.children[0]) end = end.children[0];
  const tree = leaving({ ...before, children: [first], comment: "", marks: [] }, entries, false);
  return { at, entries, ...said(end), ...(tree.length ? { tree } : {}) };
}

// Showing

/** Some entries that are shown as one row: a turn, or a part of one up to a fork. */
export interface Row {
  path: string[]; // the whole line up to its end
  entries: string[];
  depth: number; // how many forks it is away from the main line
  end: Node;
}

const begins = (entry: string): boolean => /^\d+: play /.test(entry);

/** The tree as rows, branches below the turn they leave. */
export function rowsOf(root: Node): Row[] {
  const rows: Row[] = [];
  const walk = (node: Node, path: string[], depth: number): void => {
    let here: Node | undefined = node;
    let line = path;
    while (here?.children.length) {
      const fork: Node = here;
      const first: Node = fork.children[0]!;
      const others = fork.children.slice(1);
      let end: Node = first;
      const entries = [first.entry];
      while (end.children.length === 1 && !end.comment && !begins(end.children[0]!.entry)) {
        end = end.children[0]!;
        entries.push(end.entry);
      }
      const before = line;
      line = [...before, ...entries];
      rows.push({ path: line, entries, depth, end });
      for (const one of others) {
        const only: Node = { ...fork, children: [one] };
        walk(only, before, depth + 1);
      }
      here = end;
    }
  };
  walk(root, [], 0);
  return rows;
}
