import { describe, expect, it, vi } from "vitest";
import { addPush, type PushScope } from "./push";

const HOME = "https://example.org/below/";

function worker(urls: string[]) {
  const handlers = new Map<string, (event: never) => void>();
  const pages = urls.map((url) => ({
    url,
    focused: true,
    visibilityState: "visible",
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(async () => null),
  }));
  const scope = {
    location: { href: `${HOME}sw.js` },
    registration: { showNotification: vi.fn(async () => undefined) },
    clients: { matchAll: async () => pages, openWindow: vi.fn(async () => null) },
    addEventListener: (kind: string, handler: (event: never) => void) =>
      void handlers.set(kind, handler),
  };
  addPush(scope as unknown as PushScope);
  const fire = async (kind: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (given: Promise<unknown>) => (work = given);
    handlers.get(kind)!({ ...event, waitUntil } as never);
    await work;
  };
  return { scope, pages, fire };
}

const turn = { title: "Your turn", text: "At Ostia", table: "abc" };
const push = (notice: object) => ({ data: { json: () => notice } });

describe("a push message", () => {
  it("is shown, and a later one about the same table replaces it", async () => {
    const { scope, fire } = worker([`${HOME}t/other`]);
    await fire("push", push(turn));
    expect(scope.registration.showNotification).toHaveBeenCalledWith(
      "Your turn",
      expect.objectContaining({ body: "At Ostia", tag: "viae-abc", data: `${HOME}t/abc` }),
    );
  });

  it("is not shown to whoever looks at the table", async () => {
    const { scope, fire } = worker([`${HOME}t/abc`]);
    await fire("push", push(turn));
    expect(scope.registration.showNotification).not.toHaveBeenCalled();
  });

  it("opens its table when it is clicked: in its tab, in another one, in a new one", async () => {
    const notification = { close: vi.fn(), data: `${HOME}t/abc` };
    const there = worker([`${HOME}rules`, `${HOME}t/abc`]);
    await there.fire("notificationclick", { notification });
    expect(there.pages[1]!.focus).toHaveBeenCalled();
    expect(there.pages[1]!.navigate).not.toHaveBeenCalled();
    const elsewhere = worker([`${HOME}rules`]);
    await elsewhere.fire("notificationclick", { notification });
    expect(elsewhere.pages[0]!.navigate).toHaveBeenCalledWith(`${HOME}t/abc`);
    const nowhere = worker([]);
    await nowhere.fire("notificationclick", { notification });
    expect(nowhere.scope.clients.openWindow).toHaveBeenCalledWith(`${HOME}t/abc`);
    expect(notification.close).toHaveBeenCalledTimes(3);
  });
});
