// Listening, for the live connection and for a table: all listeners are called, in the order they were added.

/** Ends the listening. */
export type Stop = () => void;

export class Listeners<Event> {
  private all: ((event: Event) => void)[] = [];

  listen(listener: (event: Event) => void): Stop {
    this.all = [...this.all, listener];
    return () => void (this.all = this.all.filter((one) => one !== listener));
  }

  tell(event: Event): void {
    for (const listener of this.all) listener(event);
  }

  clear(): void {
    this.all = [];
  }
}
