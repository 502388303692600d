// The size of the window, which arrangement of a table fits it, and how large its type is on a wide screen.
import { settings } from "$lib/settings.svelte";

export type Layout = "phone" | "landscape" | "tablet" | "desktop" | "wide";

/**
 * How `TableFrame` arranges the parts of a table:
 * - columns: display, board and rail side by side, the dock below;
 * - stack: strip, display, board, action panel and dock one below the other, the rail in a drawer;
 * - beside: board and rail side by side, the dock below the board;
 * - pages: one part at a time, the sheet and a bar of tabs below it;
 * - pages-beside: one part at a time, the sheet and the tabs beside it.
 */
export type Arrangement = "columns" | "stack" | "beside" | "pages" | "pages-beside";

const LARGEST = 1.38;

/** The layout for a window of this size in CSS px; larger text needs more of them. */
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

/** How much larger than usual the browser writes. */
function browserText(): number {
  const probe = document.createElement("span");
  probe.style.fontSize = "medium";
  document.body.append(probe);
  const size = parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return size ? size / 16 : 1;
}

export class Viewport {
  width = $state(innerWidth);
  height = $state(innerHeight);
  private written = $state(1);
  /** How large text is: by the browser's settings and the user's here. */
  private readonly text = $derived.by(() => (this.written * settings.textSize) / 100);
  readonly layout = $derived.by(() => layoutFor(this.width, this.height, this.text));
  readonly scale = $derived.by(() =>
    this.layout === "wide" ? scaleFor(this.width, this.height) : 1,
  );
  readonly arrangement = $derived.by((): Arrangement => {
    if (this.layout === "phone") return "pages";
    if (this.layout === "landscape") return "pages-beside";
    if (this.layout !== "tablet") return "columns";
    return this.width > this.height ? "beside" : "stack";
  });
  /** One part of the table at a time. */
  readonly paged = $derived.by(
    () => this.arrangement === "pages" || this.arrangement === "pages-beside",
  );
  /** The height in px of type at its usual size. */
  readonly room = $derived.by(() => this.height / this.scale);
  /** Wide and high enough for full cards in the display. */
  readonly broad = $derived.by(() => this.layout === "wide" && this.room >= 1000);
  readonly largeText = $derived.by(() => this.text >= 1.3);

  /** Follow the window; gives how to stop. */
  follow(): () => void {
    const read = () => {
      this.width = innerWidth;
      this.height = innerHeight;
      this.written = browserText();
    };
    read();
    addEventListener("resize", read);
    return () => removeEventListener("resize", read);
  }

  /** Scale the type of the whole page; gives how to undo it. */
  scaleType(): () => void {
    const root = document.documentElement;
    root.style.setProperty("--table-scale", String(this.scale));
    root.classList.add("at-table");
    return () => {
      root.classList.remove("at-table");
      root.style.removeProperty("--table-scale");
    };
  }
}
