// The folder of static files behind a plain file server, below a path; the server can be stopped.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import type { View } from "../../src/lib/types";
import { ROOT } from "./server";

const BELOW = "/games/viae/";
/** Python's files, by the names of their folders. */
const PYTHON = /\/(python|pyodide)-[0-9a-f]{8}\//;
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** The folder, made from the client that is built; or one that is there already, named by VIAE_SITE. */
export function makeSite(): string {
  if (process.env.VIAE_SITE) return process.env.VIAE_SITE;
  const folder = mkdtempSync(join(tmpdir(), "viae-site-"));
  const built = join(ROOT, "src", "viae", "server", "web");
  execFileSync("node", [join(ROOT, "web", "tools", "site.mjs"), built, folder], { stdio: "pipe" });
  return folder;
}

export class Files {
  url = "";
  asked: string[] = [];
  /** What every answer is, instead of the files: as of a proxy whose server is gone. */
  status = 0;
  private held: { files: RegExp; released: Promise<void> }[] = [];
  /** Bytes that were sent for each file, heads of the answers too. */
  readonly sent = new Map<string, number>();
  private server: HttpServer | null = null;
  private readonly packed = new Map<string, Buffer>();

  /** With `gzip` the files are sent compressed where that makes them smaller. */
  constructor(
    readonly folder: string,
    private gzip = false,
  ) {}

  private content(file: string): { body: Buffer; gzip: boolean } {
    const body = readFileSync(file);
    if (!this.gzip) return { body, gzip: false };
    const packed = this.packed.get(file) ?? gzipSync(body);
    this.packed.set(file, packed);
    return packed.length < body.length ? { body: packed, gzip: true } : { body, gzip: false };
  }

  /** Keep these files back until the function that this returns is called. */
  hold(files: RegExp): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    this.held.push({ files, released });
    return release;
  }

  async start(): Promise<this> {
    const server = createServer((request, answer) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
      this.asked.push(path);
      const held = this.held.filter(({ files }) => files.test(path));
      void Promise.all(held.map(({ released }) => released)).then(() =>
        this.send(path, request, answer),
      );
    });
    this.server = server;
    const port = this.url ? Number(new URL(this.url).port) : 0;
    await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BELOW}`;
    return this;
  }

  private send(path: string, request: IncomingMessage, answer: ServerResponse): void {
    if (this.status) {
      answer.writeHead(this.status).end();
      return;
    }
    const inside = normalize(path.slice(BELOW.length) || "index.html");
    const file = join(this.folder, inside);
    if (!path.startsWith(BELOW) || !existsSync(file) || !statSync(file).isFile()) {
      answer.writeHead(404).end();
      return;
    }
    const before = request.socket.bytesWritten;
    answer.on("finish", () => {
      const bytes = request.socket.bytesWritten - before;
      this.sent.set(inside, (this.sent.get(inside) ?? 0) + bytes);
    });
    const changed = statSync(file).mtime.toUTCString();
    if (request.headers["if-modified-since"] === changed) {
      answer.writeHead(304, { "Last-Modified": changed, "Cache-Control": "no-cache" }).end();
      return;
    }
    const { body, gzip } = this.content(file);
    answer.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
      "Last-Modified": changed,
      ...(gzip ? { "Content-Encoding": "gzip" } : {}),
    });
    answer.end(body);
  }

  async stop(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }

  remove(): void {
    if (this.folder === process.env.VIAE_SITE) return;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** All of Python is kept: the page works without a network from now on. */
export async function untilKept(page: Page, files: Files): Promise<void> {
  const inside = join(files.folder, "assets");
  const found = readdirSync(inside, { recursive: true, encoding: "utf8" });
  const all = found.filter(
    (path) => PYTHON.test(`/${path}`) && statSync(join(inside, path)).isFile(),
  );
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith("viae-files-"));
      const found = name ? await (await caches.open(name)).keys() : [];
      return found.map((one) => one.url);
    });
  const count = async () => (await kept()).filter((address) => PYTHON.test(address)).length;
  await expect.poll(count, { timeout: 300_000 }).toBe(all.length);
}

/** What the page knows of the table it shows, told by the host in its worker. */
export async function followWorker(page: Page, told: (view: View) => void): Promise<void> {
  await page.exposeFunction("viaeTold", told);
  await page.addInitScript(() => {
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener(
          "message",
          ({ data }: MessageEvent<{ kind: string; text: string }>) => {
            if (data.kind !== "message") return;
            const message = JSON.parse(data.text) as { view?: unknown };
            const { viaeTold } = window as unknown as { viaeTold: (view: unknown) => void };
            if (message.view) viaeTold(message.view);
          },
        );
      }
    };
  });
}
