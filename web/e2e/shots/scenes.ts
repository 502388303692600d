// Every screen, on phone and desktop, light and dark.
import type { Page } from "@playwright/test";
import { expect } from "../kit/test";
import { atTable, settled, test, type Size } from "./kit";

const BOTH: Size[] = ["phone", "desktop"];
const DECISIONS = ["play", "architect", "prefect", "mercator", "senator", "tribune", "others"];
const BOARDS = ["imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus"];

/** A page with a heading, opened and quiet. */
const at = (address: string) => async (page: Page) => {
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeAttached();
};

/** The last of the colonists that can move: a ship, if there is one. */
async function chooseColonist(page: Page): Promise<void> {
  await page.locator("[data-region=panel] button.choice[aria-expanded]").last().click();
}

for (const size of BOTH) {
  test.describe(size, () => {
    test("lobby", async ({ look }) => {
      const lobby = async (page: Page) => {
        await page.goto("/");
        await expect(page.getByText("Newcomers welcome")).toBeAttached();
      };
      await look({ size }, "lobby-new", async (page) => {
        await lobby(page);
        await page.getByLabel("Your name").fill("Livia");
      });
      await look({ size, as: "livia" }, "lobby", lobby);
      for (const language of ["de", "ru"] as const) {
        await look({ size, as: "livia", language, themes: ["light"] }, "lobby", lobby);
      }
    });

    test("pages", async ({ look, world }) => {
      const as = "livia";
      const { id } = world.people[as]!;
      await look({ size, as }, "new-table", at("/new"));
      await look({ size, as }, "waiting-room", at(`/t/${world.tables.waiting!.id}`));
      await look({ size, as }, "profile", async (page) => {
        await page.goto(`/people/${id}`);
        await expect(page.getByText("Saturnalia")).toBeAttached();
      });
      await look({ size, as }, "leaderboard", async (page) => {
        await page.goto("/leaderboard");
        await expect(page.getByText("Quintus")).toBeAttached();
      });
      await look({ size, as }, "account", at("/account"));
      await look({ size, as }, "import", at("/import"));
      await look({ size, as }, "settings", at("/settings"));
    });

    test("learning", async ({ look }) => {
      await look({ size }, "rules", at("/rules"));
      await look({ size }, "rules-topic", at("/rules/prefect"));
      await look({ size, as: "gaius" }, "tutorial", async (page) => {
        await page.goto("/learn");
        await atTable(page);
      });
    });

    test("table", async ({ look, world }) => {
      const as = "scenes";
      for (const decision of DECISIONS) {
        await look({ size, as }, `table-${decision}`, async (page) => {
          await page.goto(`/t/${world.tables[decision]!.id}`);
          await atTable(page);
          if (decision === "architect") await chooseColonist(page);
        });
      }
      for (const language of ["de", "ru"] as const) {
        await look({ size, as, language, themes: ["light"] }, "table-architect", async (page) => {
          await page.goto(`/t/${world.tables.architect!.id}`);
          await atTable(page);
          await chooseColonist(page);
        });
      }
    });

    test("after the game", async ({ look, world }) => {
      const as = "scenes";
      const { id, entries } = world.tables.final!;
      await look({ size, as }, "final-score", async (page) => {
        await page.goto(`/t/${id}`);
        await expect(page.getByRole("heading", { level: 1, name: /wins? with/ })).toBeVisible();
      });
      await look({ size, as }, "replay", async (page) => {
        await page.goto(`/t/${id}/replay?at=${Math.round(entries! * 0.6)}`);
        await atTable(page);
      });
    });

    test("one screen", async ({ look, world }) => {
      await look({ size, as: "scenes" }, "hand-over", async (page) => {
        await page.goto(`/t/${world.tables["hand-over"]!.id}`);
        await expect(page.getByRole("dialog")).toBeVisible();
      });
    });
  });
}

test("phone: the other sides of a table", async ({ look, world }) => {
  for (const side of ["board", "display", "players", "log"]) {
    await look({ size: "phone", as: "scenes" }, `table-side-${side}`, async (page) => {
      await page.goto(`/t/${world.tables.play!.id}`);
      await page
        .locator("nav.tabbar button")
        .filter({ hasText: new RegExp(side, "i") })
        .click();
      await settled(page);
    });
  }
});

test("boards", async ({ look, world }) => {
  const as = "scenes";
  for (const board of BOARDS) {
    await look({ size: "desktop", as, themes: ["light"] }, `board-${board}`, async (page) => {
      await page.goto(`/t/${world.tables[`board-${board}`]!.id}`);
      await atTable(page);
    });
  }
});

test("wide", async ({ look, world }) => {
  await look({ size: "wide", as: "scenes", themes: ["light"] }, "table-architect", async (page) => {
    await page.goto(`/t/${world.tables.architect!.id}`);
    await atTable(page);
    await chooseColonist(page);
  });
});
