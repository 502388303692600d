// WebKitGTK's MiniBrowser, driven by WebKitWebDriver over the plain WebDriver protocol, on a screen of Xvfb.
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";

/** @type {Record<string, string>} */
const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/** The MiniBrowser, which Debian keeps among the libraries. */
function miniBrowser() {
  if (process.env.VIAE_MINIBROWSER) return process.env.VIAE_MINIBROWSER;
  for (const folder of readdirSync("/usr/lib", { withFileTypes: true })) {
    if (!folder.isDirectory() || !folder.name.includes("-linux-")) continue;
    for (const version of ["4.1", "4.0", "6.0"]) {
      for (const name of ["webkit2gtk", "webkitgtk"]) {
        const file = `/usr/lib/${folder.name}/${name}-${version}/MiniBrowser`;
        if (existsSync(file)) return file;
      }
    }
  }
  throw new Error("there is no MiniBrowser: install webkit2gtk-driver");
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });

/**
 * A page in the MiniBrowser.
 *
 * @param {{ width: number; height: number }} size
 * @returns {Promise<import("./run.mjs").Page>}
 */
export async function webkit({ width, height }) {
  const port = await freePort();
  const display = `:${90 + (port % 900)}`;
  const started = [
    spawn("Xvfb", [display, "-screen", "0", `${width + 60}x${height + 200}x24`], {
      stdio: "ignore",
    }),
    spawn("WebKitWebDriver", [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: display,
        LANG: "C.UTF-8",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // it runs as root where tests do
        LIBGL_ALWAYS_SOFTWARE: "1",
      },
      stdio: "ignore",
    }),
  ];
  const stop = () => started.reverse().forEach((one) => one.kill());
  const root = `http://127.0.0.1:${port}`;

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async function ask(method, path, body) {
    const answer = await fetch(root + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  }

  let session = "";
  for (let tries = 0; !session; tries++) {
    try {
      const wanted = {
        "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation"] },
      };
      const made = await ask("POST", "/session", { capabilities: { alwaysMatch: wanted } });
      session = `/session/${made.sessionId}`;
    } catch (problem) {
      if (tries > 60) {
        stop();
        throw problem;
      }
      await new Promise((later) => setTimeout(later, 1000));
    }
  }
  await ask("POST", `${session}/timeouts`, { script: 300_000, pageLoad: 300_000 });
  /** @param {string} script */
  const run = (script) => ask("POST", `${session}/execute/sync`, { script, args: [] });
  // The window is larger than the page in it: its frame is added. Its bar of buttons keeps it from being narrower than
  // about 450 px.
  await ask("POST", `${session}/window/rect`, { width, height });
  const inner = await run("return [innerWidth, innerHeight]");
  await ask("POST", `${session}/window/rect`, {
    width: width + (width - inner[0]),
    height: height + (height - inner[1]),
  });

  /** @param {string} selector */
  async function element(selector) {
    for (let tries = 0; ; tries++) {
      try {
        const found = await ask("POST", `${session}/element`, {
          using: "css selector",
          value: selector,
        });
        return Object.values(found)[0];
      } catch (problem) {
        if (tries > 360) throw problem;
        await new Promise((later) => setTimeout(later, 500));
      }
    }
  }

  return {
    name: "webkit",
    said: [],
    goto: (url) => ask("POST", `${session}/url`, { url }),
    run,
    press: (key) => {
      const value = KEYS[key] ?? key;
      const actions = ["keyDown", "keyUp"].map((type) => ({ type, value }));
      return ask("POST", `${session}/actions`, {
        actions: [{ type: "key", id: "keys", actions }],
      });
    },
    click: async (selector) => {
      const found = await element(selector);
      await ask("POST", `${session}/element/${found}/click`, {});
    },
    shot: async (file) => {
      // A picture comes with the next frame, and a page at rest draws none: a corner of it changes.
      await run(`
        const corner = document.body.appendChild(document.createElement("i"));
        corner.id = "frames";
        corner.style.cssText = "position: fixed; top: 0; left: 0; width: 1px; height: 1px";
        let count = 0;
        window.viaeFrames = setInterval(() => {
          corner.style.background = count++ % 2 ? "#000" : "#fff";
        }, 50);`);
      const picture = await ask("GET", `${session}/screenshot`);
      await run(`clearInterval(window.viaeFrames); document.getElementById("frames").remove();`);
      await writeFile(file, Buffer.from(picture, "base64"));
    },
    close: async () => {
      await ask("DELETE", session).catch(() => {});
      stop();
    },
  };
}
