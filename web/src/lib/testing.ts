// For vitest: what jsdom lacks, and the English texts.
import { words } from "./i18n.svelte";

if (!("matchMedia" in window)) {
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
