// Push messages: shown as notifications of the system, even while none of our pages is open.

interface PushNotice {
  title: string;
  text: string;
  table: string | null;
}

interface Page {
  url: string;
  focused: boolean;
  visibilityState: string;
  focus(): Promise<Page>;
  navigate(url: string): Promise<Page | null>;
}

interface PushEvents {
  push: { data: { json(): unknown } | null; waitUntil(work: Promise<unknown>): void };
  notificationclick: {
    notification: { close(): void; data: unknown };
    waitUntil(work: Promise<unknown>): void;
  };
}

export interface PushScope {
  readonly location: { href: string };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: "window" }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener<K extends keyof PushEvents>(
    kind: K,
    handler: (event: PushEvents[K]) => void,
  ): void;
}

/** Show a message, unless the user looks at that very table. */
async function show(scope: PushScope, home: string, notice: PushNotice): Promise<void> {
  const address = notice.table ? `${home}t/${notice.table}` : home;
  const pages = await scope.clients.matchAll({ type: "window" });
  const looks = pages.some(
    (page) => page.focused && page.visibilityState === "visible" && page.url.startsWith(address),
  );
  if (notice.table && looks) return;
  await scope.registration.showNotification(notice.title, {
    body: notice.text,
    tag: `viae-${notice.table ?? "test"}`, // a later one about the same table replaces it
    icon: `${home}logo.svg`,
    data: address,
  });
}

/** Open the page that a notification is about, in a tab that is there already if possible. */
async function open(scope: PushScope, home: string, address: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window" });
  const there = pages.find((page) => page.url.startsWith(address));
  const any = there ?? pages.find((page) => page.url.startsWith(home));
  if (!any) return void (await scope.clients.openWindow(address));
  await any.focus();
  if (!there) await any.navigate(address);
}

export function addPush(scope: PushScope): void {
  const home = new URL("./", scope.location.href).href;
  scope.addEventListener("push", (event) => {
    if (event.data) event.waitUntil(show(scope, home, event.data.json() as PushNotice));
  });
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(scope, home, String(event.notification.data)));
  });
}
