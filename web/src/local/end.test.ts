import { afterEach, expect, it, vi } from "vitest";
import type { FromHost, ToHost } from "./messages";

/** The worker of the host; the test speaks for it. */
class Fake {
  static made: Fake[] = [];
  onmessage: (event: { data: FromHost }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  got: ToHost[] = [];
  constructor() {
    Fake.made.push(this);
  }
  postMessage(message: ToHost): void {
    this.got.push(message);
  }
  terminate(): void {
    // nothing runs here
  }
}

afterEach(() => vi.unstubAllGlobals());

it("refuses what was asked of a worker that has crashed", async () => {
  vi.stubGlobal("Worker", Fake);
  vi.stubGlobal("indexedDB", {});
  vi.spyOn(console, "error").mockReturnValue();
  const { local } = await import("./end.svelte");
  const [host] = Fake.made;
  host!.onmessage({ data: { kind: "ready" } });
  const asked = local.ask("GET", "/api/tables");
  await vi.waitFor(() => expect(host!.got.at(-1)?.kind).toBe("ask"), { timeout: 120_000 });
  host!.onerror({ message: "out of memory" });
  await expect(asked).rejects.toMatchObject({ kind: "failed" });
  await expect(local.ask("GET", "/api/tables")).rejects.toMatchObject({ kind: "failed" });
  expect(local.phase).toBe("failed");
});
