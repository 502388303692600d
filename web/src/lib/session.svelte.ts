// The user, and the catalogue of what can be chosen: read once, known everywhere.
import { get, patch, post, readSession, remove, useToken } from "./api";
import { live } from "./live.svelte";
import type { Catalogue, Person, Session } from "./types";

class Me {
  person = $state<Person | null>(null);
  ready = $state(false);
  catalogue = $state.raw<Catalogue | null>(null);

  private loading: Promise<void> | null = null;

  /** Read it, once; nothing is shown before. */
  load(): Promise<void> {
    return (this.loading ??= this.read());
  }

  private async read(): Promise<void> {
    const [session, catalogue] = await Promise.all([
      readSession(),
      get<Catalogue>("/api/catalogue"),
    ]);
    this.person = session.person;
    this.catalogue = catalogue;
    live.connect(); // before any page asks whether it is there
    this.ready = true;
  }

  private take(session: Session): void {
    useToken(session.csrf);
    const changed = session.person?.id !== this.person?.id;
    this.person = session.person;
    if (changed) live.restart(); // the connection carries the old cookie
  }

  async beGuest(name: string): Promise<void> {
    this.take(await post<Session>("/api/session", { name }));
  }

  async register(name: string, password: string): Promise<void> {
    this.take(await post<Session>("/api/accounts", { name, password }));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.take(await post<Session>("/api/session/sign-in", { name, password }));
  }

  async signOut(everywhere = false): Promise<void> {
    await remove(`/api/session${everywhere ? "?everywhere=true" : ""}`);
    this.take({ person: null, csrf: null });
  }

  async change(what: { name?: string; old_password?: string; password?: string }): Promise<void> {
    this.take(await patch<Session>("/api/me", what));
  }
}

export const me = new Me();
