// Web Push, as the page sees it: whether this browser can, and its subscription.
import type { components } from "$lib/schema";

export type Notices = components["schemas"]["NoticesView"];
export type Choices = components["schemas"]["NoticeChoices"];
export type Channel = components["schemas"]["ChannelView"];
export type Made = components["schemas"]["ChannelMade"];

async function manager(): Promise<PushManager | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager ?? null;
}

/** Whether this browser can be pushed to from here: it needs a secure address. */
export async function canPush(): Promise<boolean> {
  return typeof Notification !== "undefined" && (await manager()) !== null;
}

/** Whether this browser has a subscription. */
export async function isSubscribed(): Promise<boolean> {
  return (await (await manager())?.getSubscription()) != null;
}

export function bytes(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Subscribe with the server's key; null if the user does not allow it. */
export async function subscribe(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const push = await manager();
  if (!push) return null;
  await (await push.getSubscription())?.unsubscribe(); // it may be for an older key
  const wish = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  return (await push.subscribe(wish)).toJSON();
}

export async function unsubscribe(): Promise<void> {
  await (await (await manager())?.getSubscription())?.unsubscribe();
}
