/** Settings of an organization, changed in Chromium. */
import { describe, expect, it } from "vitest"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

describe.skipIf(executable === undefined)("The settings of an organization", () => {
  const { open, world } = startScreens(sqlite)
  const settings = () => `/app/o/${world().organization}/settings`
  const organization = async () => (await world().api.get(`/v1/orgs/${world().organization}`)).body

  it("are saved part by part, by keyboard", async () => {
    await open(
      `/app/o/${world().organization}`,
      async ({ audit, check, page }) => {
        await check("Acme")
        const side = page.getByRole("navigation", { name: "Organization" })
        await side.getByRole("link", { name: "Settings" }).press("Enter")
        await check("Settings")

        const title = page.getByRole("textbox", { name: "Title of the organization" })
        await title.fill("  Acme Docs ")
        await page.getByLabel("Upload: Logo").setInputFiles({
          name: "logo.svg",
          mimeType: "image/svg+xml",
          buffer: Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
          )
        })
        await page.getByRole("img", { name: "Logo" }).waitFor()
        await page.getByRole("button", { name: "Save title and logo" }).press("Enter")
        await told(page, "The organization is called “Acme Docs”, and its logo was saved")
        const saved = await organization()
        expect([saved.title, saved.urls.logo.startsWith(world().origin)]).toEqual(["Acme Docs", true])
        await page.getByRole("link", { name: "Acme Docs" }).locator("img").waitFor()

        const role = page.getByRole("combobox", { name: "Role of those who are new" })
        await expect.poll(() => role.getByRole("option").allTextContents()).not.toContain("Admin")
        await role.selectOption("comment")
        await page.getByRole("checkbox", { name: "Invite links" }).press("Space")
        await page.getByRole("button", { name: "Save how people come in" }).press("Enter")
        await told(page, "How people come in was saved")
        expect(await organization()).toMatchObject({ defaultRole: "comment", inviteLinks: false })

        // domains: what is none is refused at its field, one that nobody proved says how
        const domain = page.getByRole("textbox", { name: "Another domain" })
        await domain.fill("not a domain")
        await domain.press("Enter")
        await expect.poll(() => domain.getAttribute("aria-invalid")).toBe("true")
        await domain.fill("Example.com")
        await domain.press("Enter")
        await told(page, "People with an address of example.com may join")
        await page.getByText("_octavo-sign-in.example.com TXT octavo-sign-in=").waitFor()
        await page.getByRole("button", { name: "Check example.com" }).press("Enter")
        await page.getByRole("listitem").filter({ hasText: "example.com" }).getByRole("alert").waitFor()
        await check("Settings")
        await takePicture(page, "settings-wide")
        await page.getByRole("button", { name: "Remove example.com" }).press("Enter")
        const removing = page.getByRole("dialog", { name: "Remove example.com" })
        await audit()
        await removing.getByRole("button", { name: "Remove" }).press("Enter")
        await told(page, "example.com was removed")
        expect((await organization()).emailDomains).toEqual([])
        await settled(page)

        await page.getByRole("radio", { name: /^No rules/ }).focus()
        await page.keyboard.press("ArrowDown")
        const adding = page.getByRole("combobox", { name: "Add a rule" })
        await adding.selectOption("Somebody approves it")
        await adding.selectOption("A rule of your own holds")
        const expression = page.getByRole("textbox", { name: "Expression" })
        await expression.fill("changeRequest.")
        await page.getByRole("button", { name: "Save merge rules" }).press("Enter")
        await expect.poll(() => expression.getAttribute("aria-invalid")).toBe("true")
        await expression.fill("changeRequest.approvalsByOthers >= 2")
        await page.getByRole("button", { name: "Save merge rules" }).press("Enter")
        await told(page, "The merge rules were saved")
        expect((await organization()).mergeRules).toEqual({
          type: "rules",
          rules: [
            { rule: "require_at_least_one_approved_review" },
            { rule: "custom", expression: "changeRequest.approvalsByOthers >= 2" }
          ]
        })
        await check("Settings")
        await page.reload()
        await check("Settings")
        await expect.poll(() => expression.inputValue()).toBe("changeRequest.approvalsByOthers >= 2")
      },
      { ignored: /400/ }
    )
  })

  it("are for admins alone, at 390 pixels in the dark", async () => {
    await world().api.patch(`/v1/orgs/${world().organization}`, {
      emailDomains: ["a-long-name-of-a-domain.example.com"]
    })
    const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
    await open(
      settings(),
      async ({ check, page }) => {
        await check("Settings")
        await page.getByText("Not proven").waitFor()
        await check("Settings")
        await takePicture(page, "settings-390-dark")
        await page.getByRole("button", { name: "Spaces" }).click()
        const side = page.getByRole("navigation", { name: "Organization" })
        await side.getByRole("link", { name: "Teams" }).waitFor()
        await takePicture(page, "side-390-dark")
        await side.getByRole("link", { name: "People" }).press("Enter")
        await check("People")
        await page.getByText("They are turned off").waitFor()
      },
      look
    )
    await open(
      settings(),
      async ({ check, page }) => {
        await check("Settings")
        await page.getByText("Admins of the organization set it up").waitFor()
        expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
        await page.getByRole("button", { name: "Spaces" }).click()
        const side = page.getByRole("navigation", { name: "Organization" })
        await expect
          .poll(() => side.getByRole("link").allTextContents())
          .toEqual(["People", "Teams", "OpenAPI", "Translations"])
      },
      { ...look, as: await world().member("create") }
    )
    // guests are shown neither
    await open(
      `/app/o/${world().organization}/people`,
      async ({ check, page }) => {
        await check("People")
        await page.getByText("It is for members of the organization").waitFor()
        expect(await page.getByRole("navigation", { name: "Organization" }).count()).toBe(0)
      },
      { ...look, as: await world().member(null) }
    )
  })
})
