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
    live.onended = () => void this.again();
    live.connect(); // before any page asks whether it is there
    this.ready = true;
  }

  private take(session: Session): void {
    const changed = useToken(session.csrf);
    this.person = session.person;
    if (changed) live.restart(); // the connection carries the old cookie
  }

  /** The session has ended elsewhere, or this browser has a new one: ask who we are. */
  async again(): Promise<void> {
    const session = await get<Session>("/api/session").catch(() => null);
    if (session) this.take(session);
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

  /** A new password, by a recovery code or by the link of a mail. */
  async recover(how: { name?: string; code?: string; token?: string; password: string }) {
    this.take(await post<Session>("/api/session/recover", how));
  }

  /** Delete the account or the guest, for good. */
  async remove(password: string | null): Promise<void> {
    this.take(await post<Session>("/api/me/delete", { password }));
  }

  async signOut(everywhere = false): Promise<void> {
    await endPush();
    await remove(`/api/session${everywhere ? "?everywhere=true" : ""}`);
    this.take({ person: null, csrf: null });
  }

  async change(what: { name?: string; old_password?: string; password?: string }): Promise<void> {
    this.take(await patch<Session>("/api/me", what));
  }
}

/** Whoever uses this browser next must not see whose turn it is. */
async function endPush(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

export const me = new Me();
