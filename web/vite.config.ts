// Builds the client into the server's package, where `viae serve` finds it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.VIAE_SERVER ?? "http://127.0.0.1:8642";

export default defineConfig({
  ...(process.env.VIAE_VITE_CACHE ? { cacheDir: process.env.VIAE_VITE_CACHE } : {}),
  plugins: [svelte()],
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
  },
  server: {
    proxy: { "/api": { target: server, ws: true, changeOrigin: false } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "tools/**/*.test.ts"],
    setupFiles: ["src/lib/testing.ts"],
  },
});
