import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  {
    ignores: [
      "node_modules/",
      "src/layouts/",
      "test-results/",
      "playwright-report/",
      "src/lib/schema.d.ts",
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      "no-undef": "off", // TypeScript knows better
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "max-lines": ["error", 400], // longer files hold more than one thing
      "svelte/no-at-html-tags": "error", // no text of people is ever HTML
      "svelte/require-each-key": "error",
      "svelte/no-navigation-without-resolve": "off", // that is for SvelteKit
    },
  },
);
