import { afterEach, describe, expect, it } from "vitest";
import { fades } from "./fades";

/** A pane of 100 px with this much in it. */
function pane(height: number, inside = ""): HTMLElement {
  const node = document.createElement("div");
  node.innerHTML = inside;
  Object.defineProperties(node, {
    scrollHeight: { value: height },
    clientHeight: { value: 100 },
  });
  document.body.append(node);
  return node;
}
afterEach(() => document.body.replaceChildren());

describe("a pane that goes on below", () => {
  it("can be scrolled by keys if it holds only text", () => {
    const node = pane(130, "<p>Many words</p>");
    const end = fades(node);
    node.dispatchEvent(new Event("scroll"));
    expect([node.hasAttribute("data-below"), node.tabIndex]).toEqual([true, 0]);
    end();
  });

  it("is no stop of its own if it holds buttons, or shows all", () => {
    for (const node of [pane(130, "<button>Play</button>"), pane(100, "<p>Few words</p>")]) {
      const end = fades(node);
      node.dispatchEvent(new Event("scroll"));
      expect(node.hasAttribute("tabindex")).toBe(false);
      end();
    }
  });
});
