import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("has the types of the OpenAPI document as it is", () => {
  const check = () =>
    execFileSync(process.execPath, ["tools/api.mjs", "--check"], { stdio: "pipe" });
  expect(check).not.toThrow();
}, 120_000);
