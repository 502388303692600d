// The lists of the lobby: the user's turns and tables, tables to join and to watch, finished games.
import { steady } from "$lib/clock";
import { get } from "$lib/api";
import { live } from "$lib/live.svelte";
import { notify } from "$lib/notify.svelte";
import { me } from "$lib/session.svelte";
import type { Table } from "$lib/types";
import { problemList } from "$pieces/refusals";

type List = { tables: Table[] };

export class TableLists {
  turns = $state.raw<Table[]>([]);
  mine = $state.raw<Table[]>([]);
  open = $state.raw<Table[]>([]);
  running = $state.raw<Table[]>([]);
  finished = $state.raw<Table[]>([]);
  loaded = $state(false);
  faults = $state.raw<string[]>([]);
  /** When they were read, in seconds. */
  now = $state(steady());

  private reading: Promise<void> | null = null;
  private again = false;
  /** They were read before there was a connection: a turn may have come since. */
  early = false;

  /** Read them, `all` or only what changes often; a wish while they are being read is fulfilled right after. */
  read(all: boolean): Promise<void> {
    if (this.reading) {
      this.again = true;
      return this.reading;
    }
    this.reading = this.fetch(all)
      .catch((problem: unknown) => {
        if (!this.loaded) this.faults = problemList(problem);
      })
      .finally(() => {
        this.reading = null;
        if (this.again) {
          this.again = false;
          void this.read(false);
        }
      });
    return this.reading;
  }

  private async fetch(all: boolean): Promise<void> {
    const person = me.person?.id;
    // The user's own once turns are told as they come: none falls between the list and the connection.
    if (person) await live.whenOpen();
    this.early = person !== undefined && !live.connections;
    const list = async (path: string) => (await get<List>(path)).tables;
    const [turns, mine, open, running, finished] = await Promise.all([
      person ? notify.read() : [],
      person ? list("/api/me/tables") : [],
      list("/api/tables?status=open"),
      all ? list("/api/tables?status=running") : null,
      all ? list("/api/tables?status=finished") : null,
    ]);
    if (me.person?.id !== person) return;
    Object.assign(this, { turns, mine, open });
    if (running) this.running = running;
    if (finished) this.finished = finished;
    this.now = steady();
    this.loaded = true;
    this.faults = [];
  }
}
