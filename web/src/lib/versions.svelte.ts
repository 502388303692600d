// The service worker as pages see it: the client without a network, and news of a newer version.
import { end } from "./end";
import { home } from "./home";
import { patiently } from "./later";

const SILENT = 120_000; // ms; browsers stop a service worker that works for long, and it says nothing then

/** Begins once the page has loaded: it must not hold anything up. */
class Versions {
  /** A newer version waits: all its files are here. */
  waiting = $state(false);
  #registration: ServiceWorkerRegistration | null = null;

  async start(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const address = new URL("sw.js", home());
    try {
      this.#registration = await navigator.serviceWorker.register(address);
    } catch {
      return; // a private window, or an address that is not secure: everything works as without it
    }
    let controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      // Another version took over, here or in another tab: the files of two must not mix.
      if (controlled) location.reload();
      controlled = true;
    });
    this.#look();
    this.#registration.addEventListener("updatefound", () => {
      const found = this.#registration?.installing;
      found?.addEventListener("statechange", () => this.#look());
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#registration?.update().catch(() => undefined);
    });
    // A page that hosts its tables itself is to work without a network after the first visit. What it has loaded
    // itself is not loaded beside it, but taken from the browser's cache.
    if (end.alone) {
      await end
        .ready()
        .then(() => patiently(() => this.#complete()))
        .catch(() => undefined); // the next visit goes on with it
    }
  }

  #look(): void {
    // The first version ever takes over by itself.
    this.waiting =
      this.#registration?.waiting != null && navigator.serviceWorker.controller != null;
  }

  /** Go on with the newer version; every tab of this page is loaded again. */
  takeOver(): void {
    this.#registration?.waiting?.postMessage({ kind: "take-over" });
  }

  /** Keep Python too: games without a server can be played without a network from now on. */
  async #complete(): Promise<void> {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve, reject) => {
      const silent = setTimeout(() => reject(new Error("no answer")), SILENT);
      port1.onmessage = ({ data }: MessageEvent<{ ok: boolean }>) => {
        clearTimeout(silent);
        port1.close();
        if (data.ok) resolve();
        else reject(new Error("a file could not be kept"));
      };
      active!.postMessage({ kind: "complete" }, [port2]);
    });
  }
}

export const versions = new Versions();
