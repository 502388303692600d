// Builds the client into the server's package, where `viae serve` finds it; `make site` makes a folder of it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.VIAE_SERVER ?? "http://127.0.0.1:8642";

/** What every page begins with. */
const FRAME =
  /\/node_modules\/(svelte|esm-env|clsx|intl-messageformat|@formatjs)\/|\/src\/lib\/(?!texts\/)|\/TopBar\.svelte/;

export default defineConfig(({ command }) => ({
  // Built files find each other by relative addresses, so that they work below any path; see tools/finish.mjs.
  base: command === "build" ? "./" : "/",
  ...(process.env.VIAE_VITE_CACHE ? { cacheDir: process.env.VIAE_VITE_CACHE } : {}),
  plugins: [svelte()],
  worker: { format: "es" },
  resolve: {
    alias: { $lib: here("./src/lib"), $pieces: here("./src/pieces") },
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: "../src/viae/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's policy allows no data: scripts and styles
    manifest: true,
    // Few files instead of many small ones: each has its price before anything can be seen.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "frame", test: FRAME, priority: 4 },
            { name: "pieces", test: /\/src\/pieces\//, priority: 3 },
            {
              name: "pages",
              test: /\/src\/(pages\/|board\/MiniBoard)/,
              priority: 2,
              minShareCount: 2,
            },
            { name: "table", test: /\/src\/(table|board)\//, priority: 1, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: server, ws: true, changeOrigin: false } },
  },
  test: {
    environment: "jsdom",
    // All files of a worker share one page: a page of its own for each took half of the time.
    // So a test leaves nothing behind: it stubs globals, which are put back after each test, and mocks no modules.
    isolate: false,
    unstubGlobals: true,
    include: ["src/**/*.test.ts", "tools/**/*.test.ts"],
    setupFiles: ["src/lib/testing.ts"],
    // Only what hangs takes that long: no test depends on the speed of the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
}));
