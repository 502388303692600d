// For vitest: what jsdom lacks, and the English texts.
import { configure } from "@testing-library/svelte";
import { words } from "./i18n.svelte";

configure({ asyncUtilTimeout: 120_000 }); // ms, for what never comes

if (typeof window.matchMedia !== "function") {
  Object.defineProperty(window, "matchMedia", {
    value: (query: string) => ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }),
  });
}

await words.use("en");
