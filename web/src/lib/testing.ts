// For vitest: what jsdom lacks, and the English texts.
import { words } from "./i18n.svelte";

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
