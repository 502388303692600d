// The parts of a service worker's scope that are used here: TypeScript's types of it cannot be had
// beside those of pages.

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Events {
  install: Lasting;
  activate: Lasting;
  fetch: Lasting & { request: Request; respondWith(answer: Promise<Response>): void };
  message: Lasting & { data: { kind?: string }; ports: readonly MessagePort[] };
}

export interface Scope {
  readonly location: { href: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(kind: K, handler: (event: Events[K]) => void): void;
}
