// The pages as forms: what is asked, what is sent, and where refusals are shown.
import { cleanup, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me } from "$lib/session.svelte";
import { router } from "$lib/router.svelte";
import { Room } from "$lib/room.svelte";
import { settings } from "$lib/settings.svelte";
import type { Catalogue, Reason, View } from "$lib/types";
import Account from "./Account.svelte";
import Import from "./Import.svelte";
import NewTable from "./NewTable.svelte";
import PlayNow from "./parts/PlayNow.svelte";
import Settings from "./Settings.svelte";
import WaitingRoom from "./WaitingRoom.svelte";

const catalogue = {
  version: "0",
  boards: [
    { id: "imperium", name: "Imperium", recommended_players: [3, 5] },
    { id: "ionium-small", name: "Ionium (small)", recommended_players: [2, 3] },
  ],
  variants: { concordia: [2, 3, 4, 5], "venus-team": [4, 6] },
  options: { intermediate_scoring: [false, true], display: ["cloth", "wine"] },
  defaults: { intermediate_scoring: false, display: "cloth" },
  bots: [],
  goods: [],
  cards: {},
  surcharges: {},
  clocks: [],
} as unknown as Catalogue;

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

let sent: Sent[] = [];
let answers: Record<string, [number, unknown]> = {};

beforeEach(() => {
  sent = [];
  answers = {};
  me.catalogue = catalogue;
  me.person = { id: "p1", name: "Livia", account: false };
  me.ready = true;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    if (method !== "GET")
      sent.push({ method, path, body: JSON.parse(String(init?.body ?? "{}")) as Sent["body"] });
    const [status, body] = answers[`${method} ${path}`] ?? [
      404,
      refused("unknown", "table.unknown"),
    ];
    return { ok: status < 400, status, statusText: "", json: async () => body };
  });
  vi.spyOn(router, "go").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const view = { table: { id: "tttttttttttttttt" } };
const refused = (kind: string, code: string, values = {}, faults?: Reason[]) => ({
  error: { kind, code, rule: "", values, message: "English", ...(faults ? { faults } : {}) },
});
const alert = () => screen.findByRole("alert");

describe("play now", () => {
  it("makes a guest of a newcomer, then a table, and goes there", async () => {
    me.person = null;
    answers["POST /api/session"] = [
      201,
      { person: { id: "p9", name: "Nova", account: false }, csrf: "c" },
    ];
    answers["POST /api/tables"] = [201, view];
    render(PlayNow);
    const name = screen.getByLabelText<HTMLInputElement>("Your name");
    expect(name.value).not.toBe("");
    name.value = "Nova";
    name.dispatchEvent(new Event("input", { bubbles: true }));
    screen.getByRole("button", { name: /Play now/ }).click();
    await waitFor(() => expect(router.go).toHaveBeenCalledWith("/t/tttttttttttttttt"));
    expect(sent.map((one) => one.path)).toEqual(["/api/session", "/api/tables"]);
    expect(sent[0]?.body).toEqual({ name: "Nova" });
    expect(sent[1]?.body.start).toBe(true);
    expect(sent[1]?.body.name).toBe(""); // the server finds one that no other table has
  });

  it("sends the same key again after a failure, so that one table is made", async () => {
    answers["POST /api/tables"] = [503, refused("unavailable", "server.not-ready")];
    render(PlayNow);
    const button = screen.getByRole("button", { name: /Play now/ });
    button.click();
    expect((await alert()).textContent).toContain("starting or stopping");
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    button.click();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.body.key).toBe(sent[1]?.body.key);
  });
});

describe("a new table", () => {
  const create = () =>
    screen.getByRole("button", { name: /Start the game|Open the table/ }).click();

  it("changes the seats with the board until somebody chose their number", async () => {
    render(NewTable);
    expect(screen.getAllByLabelText(/Who sits/)).toHaveLength(3);
    screen.getByRole("radio", { name: /Ionium/ }).click();
    await waitFor(() => expect(screen.getAllByLabelText(/Who sits/)).toHaveLength(2));
    screen.getByRole("radio", { name: "5" }).click();
    await waitFor(() => expect(screen.getAllByLabelText(/Who sits/)).toHaveLength(4));
    screen.getByRole("radio", { name: /Imperium/ }).click();
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("radio", { name: "5" }).checked).toBe(true),
    );
  });

  it("says at the seat that its name is missing, before anything is sent", async () => {
    render(NewTable);
    const seat = screen.getByLabelText<HTMLSelectElement>("Who sits at seat 2");
    seat.value = "invited";
    seat.dispatchEvent(new Event("change", { bubbles: true }));
    const name = await screen.findByLabelText("Account to invite to seat 2");
    create();
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    const fault = document.getElementById(name.getAttribute("aria-describedby") ?? "");
    expect(fault?.textContent).toContain("Who do you want to invite?");
    expect(sent).toEqual([]);
  });

  it("shows what the server found at the right place", async () => {
    answers["POST /api/tables"] = [
      422,
      refused("malformed", "request.faults", {}, [
        { code: "request.too-long", rule: "", values: { limit: 60, where: "name" } },
        { code: "request.too-small", rule: "", values: { limit: 5, where: "clock.seconds" } },
      ]),
    ];
    render(NewTable);
    create();
    const name = await screen.findByLabelText("Name of the table");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(document.getElementById(`${name.id}-fault`)?.textContent).toContain("at most 60");
    const clock = screen.getByRole("group", { name: "Clock" });
    expect(within(clock).getByText("This must be at least 5.")).toBeTruthy();
    expect((await alert()).textContent).toContain("marked fields");
  });

  it("offers no intermediate scoring to teams", async () => {
    render(NewTable);
    const option = () =>
      screen.getByRole<HTMLInputElement>("switch", { name: "Intermediate scoring" });
    option().click();
    await waitFor(() => expect(option().checked).toBe(true));
    screen.getByRole("radio", { name: "Venus in teams" }).click();
    await waitFor(() => expect(option().disabled).toBe(true));
    expect(option().checked).toBe(false);
  });
});

describe("the waiting room", () => {
  const seat = (number: number, kind: string, person: string | null, name: string | null) => ({
    seat: number,
    kind,
    person,
    name,
    bot: null,
    stand_in: null,
    left: null,
  });

  function room(host: string): Room {
    const found = new Room("tttttttttttttttt");
    found.view = {
      table: {
        id: "tttttttttttttttt",
        name: "Evening",
        kind: "play",
        status: "open",
        host,
        visibility: "link",
        key: "kkk",
        board: "imperium",
        board_file: null,
        variant: "concordia",
        options: {},
        players: 3,
        clock: { kind: "none" },
        live_score: true,
        open_hands: false,
        shuffle: true,
        rated: true,
        hints: true,
        seats: [
          seat(0, "person", "p1", "Livia"),
          seat(1, "person", "p2", "Marcus"),
          seat(2, "open", null, null),
        ],
      },
      game: null,
      you: {},
    } as unknown as View;
    return found;
  }

  it("lets the host fill seats with bots and start, and nobody move a person", async () => {
    const here = room("p1");
    answers["POST /api/tables/tttttttttttttttt/start"] = [200, here.view];
    render(WaitingRoom, { room: here });
    expect(screen.queryByLabelText("Who sits at seat 2")).toBeNull();
    expect(screen.getByLabelText("Who sits at seat 3")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Invitation link").value).toContain("?key=kkk");
    screen.getByRole("button", { name: /Fill with bots and start/ }).click();
    await waitFor(() => expect(sent[0]?.body).toEqual({ fill: "level-2" }));
  });

  it("keeps an invitation that failed where it was written", async () => {
    answers["PUT /api/tables/tttttttttttttttt/seats/2"] = [
      422,
      refused("malformed", "request.faults", {}, [
        { code: "account.unknown", rule: "", values: { name: "N", where: "name" } },
      ]),
    ];
    render(WaitingRoom, { room: room("p1") });
    const choice = screen.getByLabelText<HTMLSelectElement>("Who sits at seat 3");
    choice.value = "invited";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    const name = await screen.findByLabelText<HTMLInputElement>("Account to invite to seat 3");
    expect(sent).toEqual([]);
    name.value = "N";
    name.dispatchEvent(new Event("change", { bubbles: true }));
    await waitFor(async () => expect((await alert()).textContent).toContain("no account"));
    const kept = screen.getByLabelText<HTMLInputElement>("Account to invite to seat 3");
    expect(kept.value).toBe("N");
    const fault = document.getElementById(kept.getAttribute("aria-describedby") ?? "");
    expect(fault?.textContent).toContain("There is no account named “N”.");
  });

  it("lets others leave and wait", () => {
    render(WaitingRoom, { room: room("p2") });
    expect(screen.getByText("Waiting for one more player")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Leave the table" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Close the table" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Take (a )?seat/ })).toBeNull();
  });

  it("lets a newcomer sit down with a name", async () => {
    me.person = null;
    answers["POST /api/session"] = [
      201,
      { person: { id: "p9", name: "N", account: false }, csrf: "c" },
    ];
    const here = room("p2");
    answers["POST /api/tables/tttttttttttttttt/sit"] = [200, here.view];
    render(WaitingRoom, { room: here });
    screen.getByRole("button", { name: "Take seat 3" }).click();
    await waitFor(() =>
      expect(sent.map((one) => one.path)).toContain("/api/tables/tttttttttttttttt/sit"),
    );
    expect(sent[1]?.body).toEqual({ seat: 2 });
  });
});

describe("the account", () => {
  it("makes an account of a guest and tells why not", async () => {
    answers["POST /api/accounts"] = [
      409,
      refused("name-taken", "account.name-taken", { name: "Livia" }),
    ];
    render(Account);
    const form = screen.getByText("You keep all your seats and games.").closest("form")!;
    expect(within(form).getByLabelText<HTMLInputElement>("Name").value).toBe("Livia");
    const password = within(form).getByLabelText<HTMLInputElement>("Password");
    password.value = "long enough";
    password.dispatchEvent(new Event("input", { bubbles: true }));
    form.requestSubmit();
    expect((await within(form).findByRole("alert")).textContent).toContain("already");
    expect(sent[0]?.body).toEqual({ name: "Livia", password: "long enough" });
  });
});

describe("the import", () => {
  it("asks for JSON, then lists every fault of the server", async () => {
    answers["POST /api/study"] = [
      422,
      refused("malformed", "record.faults", {}, [
        { code: "request.empty", rule: "", values: { where: "entries[0]" } },
        { code: "request.empty", rule: "", values: { where: "entries[1]" } },
      ]),
    ];
    render(Import);
    const text = screen.getByLabelText<HTMLTextAreaElement>("Record or position (JSON)");
    const type = (value: string) => {
      text.value = value;
      text.dispatchEvent(new Event("input", { bubbles: true }));
    };
    type("{");
    screen.getByRole("button", { name: "Open" }).click();
    expect(await screen.findByText(/This is not a JSON object/)).toBeTruthy();
    expect(sent).toEqual([]);
    type('{"entries": ["a", "b"]}');
    expect(await screen.findByText("A record with 2 actions.")).toBeTruthy();
    screen.getByRole("button", { name: "Open" }).click();
    expect(within(await alert()).getAllByRole("listitem")).toHaveLength(2);
    expect(sent[0]?.body).toEqual({ document: { entries: ["a", "b"] }, chance: "auto" });
  });
});

describe("the settings", () => {
  it("change at once", async () => {
    render(Settings);
    screen.getByRole("radio", { name: "Slow" }).click();
    await waitFor(() => expect(settings.speed).toBe("slow"));
    screen.getByRole("switch", { name: "Skip decisions without a choice" }).click();
    await waitFor(() => expect(settings.skipEmpty).toBe(true));
  });
});
