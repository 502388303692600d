// After the pictures: they are made small and put where they belong.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../kit/server";
import { RAW } from "./kit";

export default function shrink(): void {
  const python = join(ROOT, ".venv", "bin", "python");
  const script = join(import.meta.dirname, "shrink.py");
  const said = execFileSync(python, [script, RAW], { encoding: "utf-8" });
  console.log(said.trim());
}
