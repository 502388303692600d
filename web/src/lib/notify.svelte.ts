// Notifies the user of their turn: title of the tab, a sound, a notification of the browser.
import { get } from "./api";
import { steady } from "./clock";
import { t } from "./i18n.svelte";
import { live } from "./live.svelte";
import { router } from "./router.svelte";
import { change, settings } from "./settings.svelte";
import type { Table } from "./types";

export type Tone = "turn" | "end" | "message";

/** Pitch in hertz and when it begins, in seconds. */
const TONES: Record<Tone, readonly [number, number][]> = {
  turn: [
    [587.33, 0],
    [880, 0.15],
  ],
  end: [
    [523.25, 0],
    [659.25, 0.16],
    [783.99, 0.32],
    [1046.5, 0.5],
  ],
  message: [[698.46, 0]],
};
const LOUDNESS = 0.16;
const LENGTH = 0.55;
const KEPT = 10; // seconds for which an answer is kept for whoever asks next

/** A list that is being read, or was: for which state of things, and until when it may be used. */
interface Reading {
  state: string;
  tables: Promise<Table[]>;
  until: number;
}

/** The title of the tab: the page, or the number of tables that wait for the user. */
export function titleOf(turns: number, page: string): string {
  if (turns) return t("frame.titleTurn", { n: turns });
  return page ? `${page} – Viae` : "Viae";
}

class Notify {
  /** The tables that wait for the user's decision, the most urgent first. */
  turns = $state.raw<string[]>([]);
  permission = $state<NotificationPermission | "missing">(
    typeof Notification === "undefined" ? "missing" : Notification.permission,
  );

  private audio: AudioContext | null = null;
  private names = new Map<string, string>();
  private asked = 0; // how often the list was read
  private told = 0; // how many messages have come
  private reading: Reading | null = null;

  /** Listen from now on. */
  start(): void {
    live.listen((message) => {
      if (message.type === "turn") this.take(message.table, message.yours);
    });
  }

  /** The connection is open: read what was missed, unless the page has just read it. */
  async catchUp(): Promise<void> {
    if (live.connections === 1 && this.asked) return;
    // The next turn or the next connection tries again.
    await this.read(true).catch(() => undefined);
  }

  /**
   * Ask the server which tables wait for the user: once for all who ask while nothing has changed. An
   * answer may be kept for whoever asks next: a lobby whose code came later than the connection.
   */
  read(keep = false): Promise<Table[]> {
    const state = `${live.connections} ${this.told}`;
    const there = this.reading;
    if (there?.state === state && steady() < there.until) {
      if (there.until < Infinity) this.reading = null; // kept for one
      return there.tables;
    }
    const reading: Reading = { state, tables: this.ask(), until: Infinity };
    this.reading = reading;
    const end = (kept: boolean) => {
      if (kept) reading.until = steady() + KEPT;
      else if (this.reading === reading) this.reading = null;
    };
    reading.tables.then(
      () => end(keep),
      () => end(false),
    );
    return reading.tables;
  }

  private async ask(): Promise<Table[]> {
    const asked = ++this.asked;
    const { told } = this;
    const { tables } = await get<{ tables: Table[] }>("/api/me/turns");
    if (asked === this.asked && told === this.told) this.know(tables);
    return tables;
  }

  /** The list was read. */
  know(tables: Pick<Table, "id" | "name">[]): void {
    for (const table of tables) this.names.set(table.id, table.name);
    this.turns = tables.map((table) => table.id);
  }

  forget(): void {
    this.told += 1;
    this.turns = [];
  }

  take(table: string, yours: boolean): void {
    const known = this.turns.includes(table);
    if (yours && !known) {
      this.turns = [...this.turns, table];
      this.sound("turn");
      void this.notice(table);
    } else if (!yours && known) this.turns = this.turns.filter((one) => one !== table);
    this.told += 1;
  }

  /** Play a tone, if sounds are wanted. */
  sound(tone: Tone): void {
    if (settings.sound) this.play(tone);
  }

  /** Play a tone in any case, to try it. */
  play(tone: Tone): void {
    if (typeof AudioContext === "undefined") return;
    this.audio ??= new AudioContext();
    const audio = this.audio;
    if (audio.state === "suspended") void audio.resume();
    for (const [pitch, begin] of TONES[tone]) {
      const at = audio.currentTime + 0.02 + begin;
      const loudness = audio.createGain();
      loudness.gain.setValueAtTime(0, at);
      loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH);
      loudness.connect(audio.destination);
      const voice = audio.createOscillator();
      voice.type = "triangle";
      voice.frequency.value = pitch;
      voice.connect(loudness);
      voice.start(at);
      voice.stop(at + LENGTH);
    }
  }

  /** Ask for the browser's permission; only ever after a click. */
  async allow(): Promise<void> {
    if (typeof Notification === "undefined") return;
    this.permission = await Notification.requestPermission();
    change({ notify: this.permission === "granted" });
  }

  private async notice(table: string): Promise<void> {
    if (!settings.notify || typeof Notification === "undefined") return;
    if (Notification.permission !== "granted" || !document.hidden) return;
    if (!this.names.has(table)) {
      const { tables } = await get<{ tables: Table[] }>("/api/me/turns").catch(() => ({
        tables: [],
      }));
      for (const one of tables) this.names.set(one.id, one.name);
    }
    const shown = new Notification(t("frame.noticeTitle"), {
      body: this.names.get(table) ?? "",
      tag: `viae-${table}`,
      icon: "/logo.svg",
    });
    shown.onclick = () => {
      window.focus();
      router.go(`/t/${table}`);
      shown.close();
    };
  }
}

export const notify = new Notify();
