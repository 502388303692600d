// The pictures of the boards in the documentation are those that `make boards` writes.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { pictures } from "./boards.mjs";

it("each board has its picture in the documentation, up to date", () => {
  const made = [...pictures()];
  expect(readdirSync("../docs/assets/boards").sort()).toEqual(
    made.map(({ path }) => basename(path)).sort(),
  );
  for (const { path, svg } of made) {
    const same = readFileSync(path, "utf8") === svg;
    expect(same, `docs/assets/boards/${basename(path)} is stale: run \`make boards\``).toBe(true);
  }
});
