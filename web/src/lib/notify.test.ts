// Turns told outside the table: title, sound, notice, each only when wanted.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { live } from "./live.svelte";
import { notify, titleOf } from "./notify.svelte";
import { change } from "./settings.svelte";

const played: number[] = [];
const shown: { title: string; body?: string; tag?: string }[] = [];

class FakeAudio {
  state = "running";
  currentTime = 0;
  destination = {};
  createGain() {
    const gain = {
      setValueAtTime() {},
      linearRampToValueAtTime() {},
      exponentialRampToValueAtTime() {},
    };
    return { gain, connect() {} };
  }
  createOscillator() {
    const frequency = {
      set value(pitch: number) {
        played.push(pitch);
      },
    };
    return { type: "", frequency, connect() {}, start() {}, stop() {} };
  }
}

class FakeNotification {
  static permission: NotificationPermission = "granted";
  static answer: NotificationPermission = "granted";
  static asked = 0;
  static requestPermission() {
    FakeNotification.asked += 1;
    FakeNotification.permission = FakeNotification.answer;
    return Promise.resolve(FakeNotification.answer);
  }
  onclick: (() => void) | null = null;
  constructor(title: string, options: { body?: string; tag?: string }) {
    shown.push({ title, ...options });
  }
  close() {}
}

const hide = (hidden: boolean) =>
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });

beforeEach(() => {
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("Notification", FakeNotification);
  FakeNotification.permission = "granted";
  FakeNotification.asked = 0;
  played.length = shown.length = 0;
  notify.forget();
  change({ sound: false, notify: false });
  hide(false);
});

afterEach(() => {
  vi.unstubAllGlobals();
  hide(false);
});

describe("the title of the tab", () => {
  it("counts the tables that wait, else names the page", () => {
    expect(titleOf(2, "Settings")).toBe("(2) Viae – your turn");
    expect(titleOf(0, "Settings")).toBe("Settings – Viae");
    expect(titleOf(0, "")).toBe("Viae");
  });
});

describe("turns", () => {
  it("come and go with the live messages", () => {
    const say = (table: string, yours: boolean) => live.take({ type: "turn", table, yours });
    notify.start();
    say("t1", true);
    say("t2", true);
    say("t1", true);
    expect(notify.turns).toEqual(["t1", "t2"]);
    say("t1", false);
    expect(notify.turns).toEqual(["t2"]);
  });

  it("do not overwrite what came while the list was read", async () => {
    let send: (answer: unknown) => void = () => {};
    vi.stubGlobal(
      "fetch",
      () =>
        new Promise((resolve) => (send = (body) => resolve({ ok: true, json: async () => body }))),
    );
    const reading = notify.read();
    notify.take("t1", true);
    send({ tables: [] });
    await reading;
    expect(notify.turns).toEqual(["t1"]);
    const again = notify.read();
    send({ tables: [{ id: "t5", name: "Evening" }] });
    await again;
    expect(notify.turns).toEqual(["t5"]);
  });
});

describe("sound", () => {
  it("is played once for a new turn, and only if it is wanted", () => {
    notify.take("t1", true);
    expect(played).toEqual([]);
    change({ sound: true });
    notify.take("t1", true); // known already
    expect(played).toEqual([]);
    notify.take("t2", true);
    expect(played).toHaveLength(2);
    notify.take("t2", false);
    expect(played).toHaveLength(2);
  });

  it("can be tried while it is off", () => {
    notify.play("message");
    expect(played).toHaveLength(1);
  });
});

describe("the browser's notice", () => {
  const settle = () => new Promise((wake) => setTimeout(wake, 0));

  it("appears only when wanted, allowed, and the page is hidden", async () => {
    notify.know([{ id: "t0", name: "Other" }]);
    hide(true);
    notify.take("t1", true);
    change({ notify: true });
    hide(false);
    notify.take("t2", true);
    FakeNotification.permission = "denied";
    hide(true);
    notify.take("t3", true);
    await settle();
    expect(shown).toEqual([]);
  });

  it("names the table", async () => {
    change({ notify: true });
    hide(true);
    notify.know([{ id: "t1", name: "Evening" }]);
    notify.take("t1", false);
    notify.take("t1", true);
    await settle();
    expect(shown).toEqual([
      { title: "Viae: it’s your turn", body: "Evening", tag: "viae-t1", icon: "/logo.svg" },
    ]);
  });

  it("is asked for on demand, and a refusal switches it off", async () => {
    expect(FakeNotification.asked).toBe(0);
    FakeNotification.answer = "denied";
    await notify.allow();
    expect(FakeNotification.asked).toBe(1);
    expect(notify.permission).toBe("denied");
    FakeNotification.answer = "granted";
    await notify.allow();
    expect(notify.permission).toBe("granted");
  });
});
