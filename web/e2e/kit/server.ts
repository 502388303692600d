// A real server in a process of its own, on SQLite in a folder of its own. It can be killed and come back.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");
export const VIAE = join(ROOT, ".venv", "bin", "viae");
const START = 240_000; // ms; only a server that hangs needs them
const STOP = 60_000;

export class Server {
  url = "";
  private child: ChildProcess | null = null;
  private said = "";

  constructor(
    readonly folder = mkdtempSync(join(tmpdir(), "viae-e2e-")),
    private wishes: Record<string, string> = {},
  ) {}

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Start; again after `kill` at the same address with the same data. */
  async start(): Promise<this> {
    const port = this.url ? this.port : 0;
    const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("VIAE_"));
    const child = spawn(
      VIAE,
      ["serve", "--port", String(port), "--no-browser", "--data", this.folder],
      {
        cwd: ROOT,
        env: {
          ...Object.fromEntries(kept),
          VIAE_RATE_LIMITS: "0",
          VIAE_BOT_SECONDS: "0.2",
          VIAE_MAX_OPEN_TABLES: "1000",
          VIAE_LOG_LEVEL: "warning",
          ...this.wishes,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    this.child = child;
    this.said = "";
    await new Promise<void>((ready, failed) => {
      const late = setTimeout(() => failed(new Error(`no server:\n${this.said}`)), START);
      const hear = (words: Buffer) => {
        this.said += words.toString();
        const found = /Viae is at (\S+)/.exec(this.said);
        if (!found) return;
        this.url = found[1]!.replace(/\/$/, "");
        clearTimeout(late);
        ready();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("exit", (code) => {
        clearTimeout(late);
        failed(new Error(`the server ended with ${code}:\n${this.said}`));
      });
      child.once("error", failed);
    });
    return this;
  }

  /** As if the power had gone. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** As an operator would; then its data are removed. */
  async stop(): Promise<void> {
    await this.end("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise<void>((done) => child.once("exit", () => done()));
    child.kill(signal);
    const hurry = setTimeout(() => child.kill("SIGKILL"), STOP);
    await gone;
    clearTimeout(hurry);
  }
}
