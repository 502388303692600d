// An account from its beginning to its end: recovery codes, the file of one's data, and everything deleted.
import { readFileSync } from "node:fs";
import { Api, bot, ME } from "./kit/api";
import { expect, PHONE, test } from "./kit/test";

const PASSWORD = "tessera quadrata";
const LAPTOP = { width: 1366, height: 768 };

interface Export {
  person: { name: string };
  tables: { id: string }[];
}

for (const viewport of [LAPTOP, PHONE]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE });

    test("an account is made, downloaded and deleted", async ({ page, complaints }, testInfo) => {
      complaints.allow(/status of 401/);
      const name = `Livia ${testInfo.workerIndex}-${viewport.width}`;
      const form = (button: string) =>
        page
          .locator("form")
          .filter({ has: page.getByRole("button", { name: button, exact: true }) });

      await page.goto("/account");
      const make = form("Create account");
      await make.getByLabel("Name").fill(name);
      await make.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await make.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible();
      const api = await new Api(page.request).same();
      const { table } = await api.newTable([ME, bot("random")], { board: "italia" });

      const recovery = form("Create new codes");
      await recovery.getByLabel("Current password").fill("tessera rotunda");
      await recovery.getByRole("button", { name: "Create new codes" }).click();
      await expect(recovery.getByRole("alert")).toHaveText("This password is wrong.");
      await recovery.getByLabel("Current password").fill(PASSWORD);
      await recovery.getByRole("button", { name: "Create new codes" }).click();
      await expect(recovery.getByRole("listitem")).toHaveCount(8);

      const coming = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download" }).click();
      const file = testInfo.outputPath("data.json");
      await (await coming).saveAs(file);
      const data = JSON.parse(readFileSync(file, "utf-8")) as Export;
      expect(data.person.name).toBe(name);
      expect(data.tables.map(({ id }) => id)).toEqual([table.id]);

      const leave = form("Delete");
      await leave.getByLabel("Current password").fill("tessera rotunda");
      await leave.getByLabel("I want to delete everything for good.").check();
      await leave.getByRole("button", { name: "Delete" }).click();
      await expect(leave.getByRole("alert")).toHaveText("This password is wrong.");
      await leave.getByLabel("Current password").fill(PASSWORD);
      await leave.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Done: all your data is deleted.")).toBeInViewport();

      const enter = form("Sign in");
      await enter.getByLabel("Name").fill(name);
      await enter.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await enter.getByRole("button", { name: "Sign in" }).click();
      await expect(enter.getByRole("alert")).toHaveText("Wrong name or password.");
    });
  });
}
