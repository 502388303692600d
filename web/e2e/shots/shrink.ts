// After the pictures: those of the documentation are made small and put in their place.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../kit/server";
import { RAW } from "./kit";

export default function shrink(): void {
  const python = join(ROOT, ".venv", "bin", "python");
  const script = join(import.meta.dirname, "shrink.py");
  const said = execFileSync(python, [script, RAW, join(ROOT, "docs/assets/shots")], {
    encoding: "utf-8",
  });
  console.log(said.trim());
}
