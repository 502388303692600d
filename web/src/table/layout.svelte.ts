// Which of the table's layouts fits the window, and how large its type is on a wide screen.
import { settings } from "$lib/settings.svelte";

export type Layout = "phone" | "landscape" | "tablet" | "desktop" | "wide";

const LARGEST = 1.38;

/** The layout for a window of so many CSS px; larger text needs more of them. */
export function layoutFor(width: number, height: number, text = 1): Layout {
  const room = width / text;
  if (height / text < 500 && width > height) return room < 1100 ? "landscape" : "desktop";
  if (room < 700) return "phone";
  if (room < 1100) return "tablet";
  return width < 1920 ? "desktop" : "wide";
}

/** How much larger type and panels are on a wide screen that is high enough for them. */
export function scaleFor(width: number, height: number): number {
  if (width < 1920) return 1;
  return Math.min(LARGEST, Math.max(1, height / 900));
}

export class Window {
  width = $state(innerWidth);
  height = $state(innerHeight);
  readonly layout = $derived.by(() => layoutFor(this.width, this.height, settings.textSize / 100));
  readonly scale = $derived.by(() =>
    this.layout === "wide" ? scaleFor(this.width, this.height) : 1,
  );

  /** Follow the window; gives how to stop. */
  follow(): () => void {
    const read = () => {
      this.width = innerWidth;
      this.height = innerHeight;
    };
    addEventListener("resize", read);
    return () => removeEventListener("resize", read);
  }
}
