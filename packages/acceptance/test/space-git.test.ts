/** A space and a repository, connected in Chromium by keyboard, imported from, exported to and disconnected. */
import { join } from "node:path"
import { commitFiles, type GitServer, git, startGitServer } from "@octavo/git-cli/testing"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

const token = "a token/with:signs@in it"

describe.skipIf(executable === undefined)("Git of a space", () => {
  const { open, world } = startScreens(sqlite)
  let server: GitServer
  let root: string
  beforeAll(async () => {
    root = join(world().database.directory, "repositories")
    server = await startGitServer(root, { push: true, auth: { username: "oauth2", password: token } })
  })
  afterAll(() => server?.close())

  const files = {
    LICENSE: "MIT\n",
    "docs/SUMMARY.md": "* [Welcome](README.md)\n* [Install](install.md)\n",
    "docs/README.md": "# Welcome\n\nHello.\n",
    "docs/install.md": "# Install\n\nRun it.\n\nThen rest.\n"
  }
  const runs = (page: Page) => page.getByRole("list", { name: "Imports and exports" }).getByRole("listitem")
  const edit = async (space: string, markdown: string) => {
    const { api } = world()
    const { id } = (await api.get(`/v1/spaces/${space}/content/path/install?format=markdown`)).body
    const change = { operation: "update_page", page: id, document: { markdown } }
    const { status, text } = await api.post(`/v1/spaces/${space}/content`, { changes: [change] })
    expect(status, text).toBe(200)
  }

  it("is connected in steps by keyboard, imported from and exported to; both sides' edits meet in a change request", async () => {
    const path = join(root, "handbook.git")
    await commitFiles(path, files, "First words")
    const url = `${server.url}/handbook.git`
    const space = await world().space("Lanterns")
    await open(`/app/s/${space}/~/git`, async ({ audit, check, page }) => {
      await check("Git")
      await page.getByText("This space is not connected with a repository").waitFor()
      await takePicture(page, "space-git-empty")

      // without a token it is refused in words; what was typed is there again
      const connect = async () => {
        await page.getByRole("button", { name: "Connect a repository" }).press("Enter")
        return page.getByRole("dialog", { name: "Connect a repository" })
      }
      const first = await connect()
      const address = first.getByRole("textbox", { name: "Address of the repository" })
      await address.fill("git@example.com:acme/docs")
      await first
        .getByText("Repositories are read over http and https: take that address of it.")
        .or(first.getByText("This is no address"))
        .waitFor()
      await expect.poll(() => first.getByRole("button", { name: "Next" }).isDisabled()).toBe(true)
      await audit()
      await address.fill(url)
      await page.keyboard.press("Enter")
      await first.getByRole("textbox", { name: "Folder" }).fill("docs")
      await audit()
      await page.keyboard.press("Enter")
      await first.getByRole("radio", { name: /^From Git into this space/ }).waitFor()
      await audit()
      await takePicture(page, "space-git-connect")
      await first.getByRole("button", { name: "Connect and import" }).press("Enter")
      await told(page, "The import has begun")
      await runs(page).filter({ hasText: "Not imported" }).waitFor()
      await check("Git")

      await settled(page)
      const second = await connect()
      await expect.poll(() => second.getByRole("textbox", { name: "Address of the repository" }).inputValue()).toBe(url)
      await second.getByLabel("Token or password").fill(token)
      await page.keyboard.press("Enter")
      await expect.poll(() => second.getByRole("textbox", { name: "Folder" }).inputValue()).toBe("docs")
      await second.getByRole("button", { name: "Next" }).press("Enter")
      await second.getByRole("button", { name: "Connect and import" }).press("Enter")
      await runs(page).filter({ hasText: "2 pages and 0 files in Git: 2 pages new." }).waitFor()
      await page.getByText("Folder docs", { exact: true }).waitFor()
      const answer = (await world().api.get(`/v1/spaces/${space}/git/operations`)).text
      expect(answer).toContain("handbook")
      expect(answer).not.toContain("a token")

      // what is written here goes there, as one commit with these words
      await edit(space, "# Install\n\nRun it twice.\n\nThen rest.\n")
      const run = async (button: string, fill: (dialog: ReturnType<Page["getByRole"]>) => Promise<void>) => {
        await settled(page)
        await page.getByRole("button", { name: button }).press("Enter")
        const dialog = page.getByRole("dialog", { name: button })
        await dialog.getByLabel("Token or password").fill(token)
        await fill(dialog)
        await page.keyboard.press("Enter")
      }
      await run("Export to Git", async (dialog) => {
        await audit()
        await dialog.getByRole("textbox", { name: "Message of the commit" }).fill("Say it twice")
        await takePicture(page, "space-git-export")
      })
      await runs(page).filter({ hasText: "Exported" }).waitFor()
      expect(await git(path, "show", "main:docs/install.md")).toContain("Run it twice.")
      expect(await git(path, "log", "-1", "--format=%s", "main")).toBe("Say it twice")
      expect(await git(path, "show", "main:LICENSE")).toContain("MIT")

      // both changed the same: Git's version waits where it can be decided
      await edit(space, "# Install\n\nRun it here.\n\nThen rest.\n")
      await commitFiles(path, { "docs/install.md": "# Install\n\nRun it there.\n\nThen rest.\n" }, "There")
      await run("Import from Git", async () => undefined)
      await runs(page).filter({ hasText: "Git's version waits" }).waitFor()
      await check("Git")
      await takePicture(page, "space-git-wide")
      await page.getByRole("link", { name: "The change request with Git's version" }).press("Enter")
      await page.getByRole("region", { name: "Changes" }).getByText("there", { exact: false }).first().waitFor()
      await page.goBack()

      await page.getByRole("button", { name: "Disconnect" }).press("Enter")
      const ending = page.getByRole("dialog", { name: /^Disconnect/ })
      await audit()
      await ending.getByRole("button", { name: "Disconnect" }).press("Enter")
      await page.getByText("This space is not connected with a repository").waitFor()
      expect((await world().api.get(`/v1/spaces/${space}/git/info`)).status).toBe(404)
    })
  })

  it("is seen by readers, who run nothing, at 390 pixels in the dark", async () => {
    await commitFiles(join(root, "wicks.git"), files, "First words")
    const { api } = world()
    const space = await world().space("Wicks")
    const source = {
      url: `${server.url.replace("//", `//oauth2:${encodeURIComponent(token)}@`)}/wicks.git`,
      ref: "refs/heads/main"
    }
    for (const more of [{ repoProjectDirectory: "docs" }, { repoProjectDirectory: "a-folder-that-is-not-there" }])
      expect((await api.post(`/v1/spaces/${space}/git/import`, { ...source, ...more })).status).toBe(204)
    await open(
      `/app/s/${space}/~/git`,
      async ({ check, page }) => {
        await check("Git")
        await runs(page).filter({ hasText: "Not imported" }).waitFor()
        await runs(page).filter({ hasText: "2 pages new" }).waitFor()
        await page.reload()
        await page.getByText("Folder docs", { exact: true }).waitFor()
        await check("Git")
        await takePicture(page, "space-git-390-dark")
        expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark", as: await world().member("read") }
    )
  })
})
