/** One's own API tokens, made, used and deleted in Chromium. */
import { describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

describe.skipIf(executable === undefined)("One's own API tokens", () => {
  const { open, world } = startScreens(sqlite)

  it("are made by keyboard, for all or for some, shown once, and deleted", async () => {
    const person = await world().member("edit")
    const scopesOf = async (label: string) =>
      (await person.client.get("/v1/user/tokens")).body.items.find((one: any) => one.label === label)
    await open(
      "/app/account",
      async ({ audit, check, page }) => {
        await check("Account")
        await page.getByRole("main").getByRole("link", { name: "API tokens" }).press("Enter")
        await check("API tokens")
        const tokens = page.getByRole("list", { name: "API tokens" })
        const make = async (label: string, ...only: ReadonlyArray<string>) => {
          await page.getByRole("button", { name: "New token" }).press("Enter")
          const making = page.getByRole("dialog", { name: "New token" })
          await making.getByRole("textbox", { name: "What it is for" }).fill(label)
          if (only.length > 0) {
            await making.getByRole("radio", { name: /^All that you may/ }).focus()
            await page.keyboard.press("ArrowDown")
            await expect.poll(() => making.getByRole("button", { name: "Make the token" }).isDisabled()).toBe(true)
            for (const scope of only) await making.getByRole("checkbox", { name: scope }).press("Space")
            await audit()
            await takePicture(page, `token-making-${page.viewportSize()!.width}`)
          }
          await making.getByRole("combobox", { name: "Ends after" }).selectOption("30 days")
          await making.getByRole("button", { name: "Make the token" }).press("Enter")
          const made = page.getByRole("dialog", { name: label })
          await made.getByText("it is not shown again").waitFor()
          await audit()
          await made.getByRole("button", { name: "Copy the token" }).press("Enter")
          await told(page, "The token was copied")
          await takePicture(page, "token-made")
          await made.getByRole("button", { name: "Done" }).press("Enter")
          await settled(page)
          return page.evaluate<string>("navigator.clipboard.readText()")
        }
        const whole = makeClient(world().origin, await make("Laptop"))
        expect((await whole.get("/v1/user")).body.id).toBe(person.id)
        const narrow = makeClient(world().origin, await make("Search", "Read organizations", "Search everything"))
        expect((await narrow.get("/v1/orgs")).status).toBe(200)
        expect((await narrow.get(`/v1/orgs/${world().organization}/members`)).status).toBe(403)
        const { createdAt, expiresAt, scopes } = await scopesOf("Search")
        expect(scopes.toSorted()).toEqual(["organization:read", "organization:search"])
        expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000)).toBe(30)
        await tokens.getByText("Read organizations, Search everything").waitFor()
        await check("API tokens")
        await takePicture(page, "tokens-wide")
        expect(await page.getByText(/oct_/).count()).toBe(0)
        await tokens.getByRole("button", { name: "Delete Laptop" }).press("Enter")
        const deleting = page.getByRole("dialog", { name: "Delete Laptop" })
        await audit()
        await deleting.getByRole("button", { name: "Delete" }).press("Enter")
        await told(page, "The token “Laptop” was deleted")
        await settled(page)
        expect((await whole.get("/v1/user")).status).toBe(401)
      },
      { as: person, ignored: /400/, permissions: ["clipboard-read", "clipboard-write"] }
    )
  })

  it("are listed at 390 pixels in the dark, with their scopes and ends", async () => {
    const make = (label: string, more: object = {}) => world().api.post("/v1/user/tokens", { label, ...more })
    await make("A token whose label is as long as a label may be.", {
      scopes: ["space:read", "space:write", "site:insights:read"],
      expiresAt: new Date(Date.now() + 400 * 86_400_000).toISOString()
    })
    await open(
      "/app/account/tokens",
      async ({ check, page }) => {
        await check("API tokens")
        await page.getByText("Read insights of sites").waitFor()
        await check("API tokens")
        await takePicture(page, "tokens-390-dark")
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark" }
    )
  })
})
