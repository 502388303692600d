// Refusals in words: by code, by known sentences, else as the server said it.
import { describe, expect, it } from "vitest";
import { Refusal } from "$lib/api";
import { loadTexts, words } from "$lib/i18n.svelte";
import { problemList, problemText, sentence } from "./problems";

const refusal = (code: string, message = "", more = {}) =>
  new Refusal({ code, message, ...more }, 400);

describe("problems", () => {
  it("speak the reader's language where the code says enough", async () => {
    expect(problemText(refusal("wrong-password", "x"))).toBe("Wrong name or password.");
    await words.use("de");
    expect(problemText(refusal("wrong-password", "x"))).toBe("Name oder Passwort ist falsch.");
    await words.use("en");
  });

  it("say how long to wait, with the right plural", async () => {
    expect(problemText(refusal("too-many", "", { after: 0.2 }))).toContain("1 second.");
    await words.use("ru");
    expect(problemText(refusal("too-many", "", { after: 2.5 }))).toContain("3 секунды");
    expect(problemText(refusal("too-many", "", { after: 11 }))).toContain("11 секунд.");
    await words.use("en");
  });

  it("translate known sentences and keep unknown ones", () => {
    expect(sentence("no seat is free for you")).toBe("This seat is already taken.");
    expect(sentence("password: String should have at least 8 characters")).toContain("8");
    expect(sentence("the moon is full")).toBe("the moon is full");
    expect(problemText(refusal("conflict", "the moon is full"))).toBe("the moon is full");
    expect(problemText(new TypeError("oops"))).toContain("Nothing was changed");
  });

  it("list every fault", () => {
    expect(problemList(refusal("malformed", "two", { faults: ["a", "b"] }))).toEqual(["a", "b"]);
    expect(problemList(refusal("offline"))).toHaveLength(1);
  });
});

describe("the texts of these pages", () => {
  it("have the same keys and values in all languages", async () => {
    const mine = (part: string) => part === "lobby" || part === "frame";
    const english = await loadTexts("en", mine);
    expect(Object.keys(english).length).toBeGreaterThan(200);
    for (const language of ["de", "ru"] as const) {
      const other = await loadTexts(language, mine);
      expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) {
        const names = (said: string) => [...said.matchAll(/\{(\w+)[,}]/g)].map((hit) => hit[1]);
        expect(new Set(names(other[key] ?? "")), key).toEqual(new Set(names(text)));
      }
    }
  });
});
