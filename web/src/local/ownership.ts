// One page at a time hosts the games of a device. The others are told; they can take over, and go on by
// themselves when the first one is closed.

const PATIENCE = 3000; // ms; a page that has not let go by then is asleep

type Channel = Pick<BroadcastChannel, "postMessage" | "onmessage" | "close">;

export interface OwnershipEvents {
  /** This page owns the games now. */
  gained(): void;
  /** Another page wants them, or has them already: end what is under way. */
  lost(): Promise<void>;
}

export class Ownership {
  owner = false;
  readonly #name: string;
  readonly #events: OwnershipEvents;
  readonly #locks: LockManager | undefined = navigator.locks; // not on addresses that are not secure
  readonly #channel: Channel;
  #free: () => void = () => undefined;
  #queued: AbortController | null = null;

  constructor(name: string, events: OwnershipEvents) {
    this.#name = name;
    this.#events = events;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = () => void this.#letGo();
  }

  /** Own them if no other page does; whether it does. In that case it waits for its turn. */
  async claim(): Promise<boolean> {
    if (!this.#locks) {
      this.#channel.postMessage("release"); // whoever opened the page last has them
      this.#gain();
      return true;
    }
    const got = await new Promise<boolean>((resolve) => {
      void this.#hold({ ifAvailable: true }, resolve);
    });
    if (!got) this.#queue();
    return got;
  }

  /** Own them in any case; the page that has them lets go. */
  takeOver(): void {
    this.#channel.postMessage("release");
    if (!this.#locks) return this.#gain();
    setTimeout(() => {
      if (this.owner) return;
      this.#queued?.abort();
      void this.#hold({ steal: true }, () => undefined);
    }, PATIENCE);
  }

  /** For when this page is told that it owns nothing any more. */
  dropped(): void {
    void this.#letGo();
  }

  #queue(): void {
    this.#queued = new AbortController();
    void this.#hold({ signal: this.#queued.signal }, () => undefined);
  }

  async #hold(options: LockOptions, told: (got: boolean) => void): Promise<void> {
    try {
      await this.#locks!.request(this.#name, options, (lock) => {
        if (!lock) return told(false);
        const held = new Promise<void>((free) => (this.#free = free));
        told(true);
        this.#gain();
        return held;
      });
    } catch {
      // It was stolen, or is not wanted any more.
      if (this.owner && !options.signal?.aborted) await this.#letGo();
    }
  }

  #gain(): void {
    this.owner = true;
    this.#queued = null;
    this.#events.gained();
  }

  async #letGo(): Promise<void> {
    if (!this.owner) return;
    this.owner = false;
    await this.#events.lost();
    this.#free();
    if (this.#locks) this.#queue();
  }
}
