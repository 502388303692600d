// The other end of the client: a server, or a worker of this very page that hosts the tables itself. Both
// answer the same requests and send the same live messages; no page knows which one it is.

/** The answer to a request; without a status there was none. */
export interface Answer {
  status: number;
  value: unknown;
}

/** A connection for live messages, each a text of JSON. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  open(): void;
  message(text: string): void;
  close(code: number): void;
}

export interface End {
  /** Tables are on this device: there are no other people, no accounts, and no network is needed. */
  readonly alone: boolean;
  /** Once whoever hosts the tables can be asked; a Refusal says why they cannot. */
  ready(): Promise<void>;
  ask(method: string, path: string, body?: unknown, token?: string | null): Promise<Answer>;
  connect(events: LineEvents): Line;
}

class ServerEnd implements End {
  readonly alone = false;

  async ready(): Promise<void> {
    // a server is asked, and answers or not
  }

  async ask(method: string, path: string, body?: unknown, token?: string | null): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (token && method !== "GET") headers["X-Viae-Csrf"] = token;
    const answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, value: await answer.json().catch(() => null) };
  }

  connect(events: LineEvents): Line {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    // A proxy may send everybody at a table to the same server by this; any server will do.
    const at = /^\/t\/(\w+)/.exec(location.pathname);
    const query = at ? `?table=${at[1]}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live${query}`);
    socket.onopen = () => events.open();
    socket.onmessage = (event) => events.message(String(event.data));
    socket.onclose = (event) => events.close(event.code);
    return socket;
  }
}

/** The end in this page. Its code comes when it is wanted. */
class LocalEnd implements End {
  readonly alone = true;
  readonly #end = import("../local/end.svelte").then(({ local }) => local);

  async ready(): Promise<void> {
    return (await this.#end).ready();
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return (await this.#end).ask(method, path, body);
  }

  connect(events: LineEvents): Line {
    const line = this.#end.then((end) => end.connect(events));
    return {
      send: (text) => void line.then((one) => one.send(text)),
      close: () => void line.then((one) => one.close()),
    };
  }
}

const marked = document.querySelector('meta[name="viae-end"][content="local"]') !== null;

export const end: End = marked ? new LocalEnd() : new ServerEnd();
