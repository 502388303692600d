import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { versions } from "./versions.svelte";

vi.mock("./end", () => ({ end: { alone: true, ready: async () => undefined } }));

/** As a service worker: each time that it is asked it answers with the next of these, or not at all. */
let answers: (boolean | null)[];
let asked: number;

const active = {
  postMessage: (message: { kind: string }, [port]: MessagePort[]) => {
    expect(message.kind).toBe("complete");
    const ok = answers[asked++];
    if (ok !== null) port!.postMessage({ ok });
  },
};

beforeEach(() => {
  asked = 0;
  vi.stubEnv("PROD", true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const registration = Object.assign(new EventTarget(), { waiting: null });
  const container = {
    controller: null,
    register: async () => registration,
    ready: Promise.resolve({ active }),
  };
  vi.stubGlobal("navigator", {
    serviceWorker: Object.assign(new EventTarget(), container),
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function untilDone(): Promise<void> {
  const done = versions.start().then(() => "done");
  const step = async () => {
    await new Promise((resolve) => setImmediate(resolve)); // messages of ports are no timers
    await vi.advanceTimersByTimeAsync(30_000);
  };
  while ((await Promise.race([done, step()])) !== "done");
}

describe("a page without a server", () => {
  it("asks for all files again when one could not be kept", async () => {
    answers = [false, false, true];
    await untilDone();
    expect(asked).toBe(3);
  });

  it("asks again when the service worker was stopped and says nothing", async () => {
    answers = [null, true];
    await untilDone();
    expect(asked).toBe(2);
  });
});
