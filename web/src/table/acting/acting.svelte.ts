// What the person at this screen can do now: groups the legal entries, keeps what is selected, sends
// it, and knows what the turn has cost and brought so far.
import { tick } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { get, Refusal } from "$lib/api";
import type { Room } from "$lib/room.svelte";
import { settings } from "$lib/settings.svelte";
import type { Choice, Decision, Failure, Game, News, Told } from "$lib/types";
import type { Target } from "../../board/types";
import type { GameLog } from "../gamelog.svelte";
import {
  balance,
  cardsOf,
  defaultOf,
  doneOf,
  effect,
  groupKey,
  groupsOf,
  isNothing,
  ofKind,
  type Balance,
} from "./grouping";
import { colonistOf, same, targetOf, targetsOf } from "./targets";

/** Regions of the table page, for keys: elements with `data-region`, in this order. */
export const REGIONS = [
  "panel",
  "board",
  "hand",
  "display",
  "players",
  "scores",
  "log",
  "bar",
] as const;
export type Region = (typeof REGIONS)[number];

interface Held {
  number: number; // of the decision it belongs to
  group: string | null;
  entry: string | null;
}

/** Entries after which the same decision goes on. */
const FOLLOWED = new Set(["sell", "buy", "purchase", "settle"]);

const NONE: Held = { number: -1, group: null, entry: null };

export class Acting {
  /** The choice under the pointer or the focus, to show what it would do. */
  hovered = $state.raw<Choice | null>(null);
  /** What was refused, until it is understood. */
  refusal = $state.raw<Failure | null>(null);
  /** Cards that can be seen elsewhere, so that a small panel need not list them. */
  readonly seen = new SvelteSet<"hand" | "display">();
  /** Opens a region (the tab of a phone) before a key leads there. */
  onregion: ((region: Region) => void) | null = null;

  private held = $state.raw<Held>(NONE);
  private sent = $state.raw<{ number: number; choice: Choice } | null>(null);
  private before = $state.raw<Game | null>(null); // as the turn began
  private after: { turn: number; kind: string | undefined; seat: number } | null = null; // the end, as soon as that was played
  private turn = -1; // whose beginning is known or being read

  readonly game = $derived.by((): Game | null => this.room.view?.game ?? null);
  readonly decision = $derived.by((): Decision | null => this.game?.decision ?? null);
  /** Whether somebody at this screen decides. */
  readonly decides = $derived.by((): boolean => this.room.view?.you.decides ?? false);
  readonly legal = $derived.by((): Choice[] =>
    this.decides ? (this.room.view?.you.legal ?? []) : [],
  );
  readonly groups = $derived.by(() => groupsOf(this.legal));
  readonly done = $derived.by((): Choice | null => doneOf(this.legal));
  /** The seat that decides; of chance at an analysis table, the one in turn. */
  readonly seat = $derived.by((): number => this.decision?.seat ?? this.game?.turn.seat ?? 0);
  readonly player = $derived.by(() => this.game?.players[this.seat] ?? null);
  /** How far the player can go back alone, or null. */
  readonly undoable = $derived.by((): number | null => this.room.view?.you.undo ?? null);

  private mine = $derived.by((): Held =>
    this.decides && this.held.number === this.game?.number ? this.held : NONE,
  );

  /** The group that is picked, as `groupKey` names it. */
  readonly group = $derived.by((): string | null => {
    if (this.mine.group !== null && this.groups.has(this.mine.group)) return this.mine.group;
    if (this.mine.entry === null || this.mine.entry === "done") return this.only;
    return null;
  });

  /** A group that is open by itself, because there is no other. */
  private only = $derived.by((): string | null => {
    const kind = this.decision?.kind;
    const keys = [...this.groups.keys()];
    if (keys.length !== 1) return null;
    return kind === "magister" || kind === "colonist" ? (keys[0] ?? null) : null;
  });

  /** The entry that the primary button would send. */
  readonly chosen = $derived.by((): Choice | null => {
    const { entry, group } = this.mine;
    if (entry !== null) return this.legal.find((one) => one.entry === entry) ?? null;
    if (group === null && this.decision?.kind === "magister" && this.only) {
      return defaultOf(this.groups.get(this.only) ?? []);
    }
    return null;
  });

  /** An entry that is on its way or whose view is not there yet. */
  readonly pending = $derived.by((): Choice | null =>
    this.sent && this.sent.number === this.game?.number ? this.sent.choice : null,
  );
  readonly busy = $derived.by((): boolean => this.room.sending || this.pending !== null);

  /** Cards of the hand, the display, the partner or the stack that can be picked now. */
  readonly legalCards = $derived.by((): Set<string> => cardsOf(this.legal));

  /** The card that is picked. */
  readonly card = $derived.by((): string | null =>
    this.group?.startsWith("card ") ? this.group.slice(5) : null,
  );

  readonly targets = $derived.by((): Target[] =>
    this.busy ? [] : targetsOf(this.legal, this.seat, this.group),
  );

  readonly selected = $derived.by((): Target | null => {
    const place = this.chosen ? targetOf(this.chosen, this.seat) : null;
    if (place) return this.targets.find((one) => same(one, place)) ?? null;
    const first = this.group?.startsWith("move ") ? this.groups.get(this.group)?.[0] : undefined;
    if (!first) return null;
    return this.targets.find((one) => same(one, colonistOf(first, this.seat))) ?? null;
  });

  /** What the turn has cost and brought the deciding seat so far; null where it is not known. */
  readonly soFar = $derived.by((): Balance | null => {
    const { game, before, seat } = this;
    const now = game?.players[seat];
    const then = before?.players[seat];
    if (!now || !then || before?.turn.number !== game?.turn.number) return null;
    const found = balance(then, now);
    return isNothing(found) ? null : found;
  });

  /** What the choice under the pointer, or the one that is selected, would do for the seat. */
  readonly would = $derived.by((): Balance | null => {
    const hovered = this.hovered && this.legal.includes(this.hovered) ? this.hovered : null;
    const choice = hovered ?? this.chosen;
    const found = choice ? effect(choice, this.seat) : null;
    return found && !isNothing(found) ? found : null;
  });

  /** The entries of the present turn, the oldest first. */
  readonly story = $derived.by((): Told[] => {
    const start = this.gameLog?.turnStart ?? null;
    if (!this.gameLog || start === null || (this.game?.turn.begins ?? true)) return [];
    return this.gameLog.entries.slice(start - this.gameLog.first);
  });

  constructor(
    readonly room: Room,
    private gameLog?: GameLog,
  ) {
    room.listen((event) => {
      if (event.type === "fresh") this.held = NONE;
      if (event.type === "news" && undoes(event.news)) this.turn = -1;
      if (event.view) this.begin();
    });
    this.begin();
  }

  // Selecting

  /** Pick a group: a colonist, a card, a seat; once more lets it go, or plays the card. */
  hold(group: string): void {
    const choices = this.groups.get(group);
    if (!choices || this.busy) return;
    const [first] = choices;
    const again = this.mine.group === group;
    const plays = first?.kind === "play" || first?.kind === "reveal";
    if (again && plays && choices.length === 1) this.again(first);
    else if (again) this.keep(null, null);
    else this.keep(group, defaultOf(choices)?.entry ?? null);
  }

  /** Select an entry; once more sends it, if that is not the end of the turn. */
  choose(choice: Choice): void {
    if (this.busy) return;
    if (this.chosen?.entry === choice.entry && this.mine.entry !== null) this.again(choice);
    else this.keep(groupKey(choice), choice.entry);
  }

  /** Select an entry without ever sending it (steppers, goods). */
  set(choice: Choice | null): void {
    if (!this.busy) this.keep(choice ? groupKey(choice) : null, choice?.entry ?? null);
  }

  /** Do it at once, unless it is to be confirmed. */
  act(choice: Choice): void {
    if (this.busy) return;
    if (this.asks(choice) && this.chosen?.entry !== choice.entry) this.keep(null, choice.entry);
    else void this.send(choice.entry);
  }

  /** Whether an entry waits for a second click: it ends the turn or brings the end of the game. */
  asks(choice: Choice): boolean {
    if (choice.ends_game) return true;
    return settings.confirm && choice.ends_turn && this.legal.length > 1;
  }

  /** A city, path, province or colonist of the board. */
  pick(target: Target): void {
    const move = ofKind(this.legal, "move");
    if (target.what === "colonist") {
      const found = move.find((one) => one.from === target.place && one.colonist === target.kind);
      if (found) this.hold(groupKey(found) ?? "");
      return;
    }
    const found = this.legal.find((one) => {
      if (one.kind === "move" && groupKey(one) !== this.group) return false;
      if (one.kind === "settle" && groupKey(one) !== this.group) return false;
      const place = targetOf(one, this.seat);
      return place !== null && same(place, target);
    });
    if (!found) return;
    if (found.kind === "move" || found.kind === "build") this.act(found);
    else this.choose(found);
  }

  pickCard(card: string): void {
    this.hold(`card ${card}`);
  }

  /** Whether Done plays what is selected first: it can be followed by the end. */
  readonly playsFirst = $derived.by((): boolean => {
    const { chosen, done } = this;
    return chosen !== null && done !== null && FOLLOWED.has(chosen.kind) && !chosen.ends_turn;
  });

  /** Done: nothing that is selected is lost. It is played first, or the player is asked. */
  finish(): void {
    const { done, chosen, game } = this;
    if (!done || !game || this.busy) return;
    if (!chosen || chosen.kind === "done") this.act(done);
    else if (this.playsFirst) {
      this.after = { turn: game.turn.number, kind: this.decision?.kind, seat: this.seat };
      void this.send(chosen.entry);
    } else this.keep(null, done.entry);
  }

  /** What was selected has been played: now the end that was asked for, if it is still the same decision. */
  carryOn(): boolean {
    const { after, done, game } = this;
    if (!after || this.busy) return false;
    this.after = null;
    const same =
      game?.turn.number === after.turn &&
      this.decision?.kind === after.kind &&
      this.seat === after.seat;
    if (!same || !done || this.refusal) return false;
    void this.send(done.entry);
    return true;
  }

  /** Send what is selected, or the only thing that can be done. */
  confirm(): void {
    const [only] = this.legal;
    const choice = this.chosen ?? (this.legal.length === 1 && only?.kind === "done" ? only : null);
    if (choice && !this.busy) void this.send(choice.entry);
  }

  /** Unselect; false if nothing was selected. */
  cancel(): boolean {
    if (this.refusal) {
      this.refusal = null;
      return true;
    }
    if (this.mine.group === null && this.mine.entry === null) return false;
    this.keep(null, null);
    return true;
  }

  // Sending

  async send(entry: string): Promise<void> {
    const game = this.game;
    if (!game || this.busy) return;
    const choice = this.legal.find((one) => one.entry === entry);
    this.refusal = null;
    this.hovered = null;
    if (choice) this.sent = { number: game.number, choice };
    await this.trying(() => this.room.play(entry));
  }

  async undo(): Promise<void> {
    if (this.undoable === null || this.busy) return;
    this.refusal = null;
    this.hovered = null;
    this.held = NONE;
    await this.trying(() => this.room.undo());
  }

  private async trying(doing: () => Promise<void>): Promise<void> {
    try {
      await doing();
    } catch (problem) {
      this.sent = null;
      this.held = NONE;
      this.after = null;
      if (!(problem instanceof Refusal)) throw problem;
      this.refusal = problem.failure;
    }
  }

  /** Send a decision that has `done` alone, where the person wants that. */
  skipEmpty(): void {
    const [only] = this.legal;
    if (!settings.skipEmpty || this.legal.length !== 1 || only?.kind !== "done" || this.busy)
      return;
    if (!this.refusal) void this.send(only.entry);
  }

  /** Go to a region of the page. */
  async go(region: Region): Promise<void> {
    this.onregion?.(region);
    await tick();
    const place = document.querySelector<HTMLElement>(`[data-region="${region}"]`);
    focusInto(place);
  }

  private keep(group: string | null, entry: string | null): void {
    this.refusal = null;
    this.held = { number: this.game?.number ?? -1, group, entry };
  }

  private again(choice: Choice): void {
    if (!this.asks(choice)) void this.send(choice.entry);
  }

  // How the turn began

  private begin(): void {
    const game = this.room.view?.game;
    if (!game) return;
    if (game.turn.begins) this.before = game;
    else if (game.turn.number !== this.turn) void this.readBefore(game);
    this.turn = game.turn.number;
  }

  /** Look it up, where it was not seen. */
  private async readBefore(game: Game): Promise<void> {
    const turn = game.turn.number;
    if (game.over || this.before?.turn.number === turn) return;
    if (!this.gameLog || !this.room.view?.you.seats.length) return;
    const here = () => this.game?.turn.number === turn && this.before?.turn.number !== turn;
    try {
      await this.gameLog.ready;
      const first = this.gameLog.turnStart;
      if (first === null || !here()) return;
      const { moments } = await get<{ moments: Game[] }>(
        `/api/tables/${this.room.table}/moments?first=${first}&count=1`,
      );
      if (here()) this.before = moments[0] ?? null;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem; // without a connection there is no sum
    }
  }
}

const undoes = (news: News): boolean =>
  news.kind === "entries" && news.entries.some((told) => told.kind === "undo");

/** Put the focus on a region: on what it would have tabbed to, or on itself. */
export function focusInto(place: HTMLElement | null): void {
  if (!place) return;
  const usable = 'button:not(:disabled),a[href],input,select,textarea,[tabindex="0"]';
  const inside = [...place.querySelectorAll<HTMLElement>(usable)].find((one) => one.tabIndex >= 0);
  const goal = inside ?? place;
  if (goal === place && !place.hasAttribute("tabindex")) place.tabIndex = -1;
  goal.focus();
}
