// Moments as the pages write them.
import { describe, expect, it } from "vitest";
import { moment } from "./i18n.svelte";

describe("a moment", () => {
  it("is written day first, with 24 hours", () => {
    const afternoon = new Date(2024, 2, 5, 15, 7).getTime() / 1000;
    expect(moment(afternoon)).toBe("5 Mar, 15:07");
    const midnight = new Date(2024, 2, 5, 0, 7).getTime() / 1000;
    expect(moment(midnight)).toBe("5 Mar, 00:07");
  });
});
