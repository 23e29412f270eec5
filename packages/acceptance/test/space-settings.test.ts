/** The settings of a space, changed in Chromium by keyboard. */
import { describe, expect, it } from "vitest"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

describe.skipIf(executable === undefined)("The settings of a space", () => {
  const { open, world } = startScreens(sqlite)

  it("are changed by keyboard; it is moved, copied, deleted and brought back", async () => {
    const { api, organization } = world()
    const id = await world().space("Lanterns")
    const collection = (await api.post(`/v1/orgs/${organization}/collections`, { title: "Workshop" })).body.id
    const reviewer = await world().member("review")
    const space = async (of = id) => (await api.get(`/v1/spaces/${of}`)).body
    await open(
      `/app/s/${id}/~/settings`,
      async ({ audit, check, page }) => {
        await check("Settings")
        const save = (what: string) => page.getByRole("button", { name: `Save ${what}` }).press("Enter")

        await page.getByRole("button", { name: "Choose an emoji" }).press("Enter")
        const emojis = page.getByRole("dialog", { name: "Emoji of Lanterns" })
        await emojis.getByRole("textbox", { name: "Another emoji" }).fill("🏮")
        await page.keyboard.press("Enter")
        await told(page, "The emoji was changed")
        await page.getByRole("textbox", { name: "Title of the space" }).fill("Lamps and lanterns")
        await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Portuguese (Brazil)" })
        await save("name and language")
        await told(page, "The name and language were saved")
        expect(await space()).toMatchObject({ title: "Lamps and lanterns", emoji: "🏮", language: "pt-br" })

        // locked, and only for comments: both hold at once
        await page.getByRole("radio", { name: /^It is edited/ }).focus()
        await page.keyboard.press("ArrowDown")
        const level = page.getByRole("combobox", { name: "Members of the organization may" })
        await level.selectOption({ label: "Comment" })
        await save("who may change what")
        await told(page, "Who may change what was saved")
        expect(await space()).toMatchObject({ editMode: "locked", defaultLevel: "comment" })
        const asReviewer = await reviewer.client.get(`/v1/spaces/${id}`)
        expect(asReviewer.body.permissions).toMatchObject({ comment: true, review: false })
        await page.getByRole("radio", { name: /^It is locked/ }).focus()
        await page.keyboard.press("ArrowUp")
        await level.selectOption({ label: "As their role is" })
        await save("who may change what")
        await expect.poll(async () => (await space()).editMode).toBe("live")
        expect((await space()).defaultLevel).toBe(null)

        // rules: some stand for themselves, some need people, one is written, and told where it is wrong
        await page.getByText("The organization asks nothing of a merge.").waitFor()
        await page.getByRole("radio", { name: /^As in the organization/ }).focus()
        await page.keyboard.press("ArrowUp")
        const rules = page.getByRole("list", { name: "Rules" })
        const add = (label: string) => page.getByRole("combobox", { name: "Add a rule" }).selectOption({ label })
        await add("It has a description")
        await add("One of these people approves it")
        await expect.poll(() => page.getByRole("button", { name: "Save merge rules" }).isDisabled()).toBe(true)
        await rules.getByRole("searchbox", { name: "Find people" }).fill("nobody is called so")
        await page.getByText("Nobody else is called so.").waitFor()
        await rules.getByRole("searchbox", { name: "Find people" }).fill(reviewer.email)
        await page.getByRole("list", { name: "People found" }).getByText(reviewer.email).waitFor()
        await page.keyboard.press("Enter")
        await page.getByRole("list", { name: "One of these people approves it" }).getByRole("listitem").waitFor()
        await add("A rule of your own holds")
        const expression = rules.getByRole("textbox", { name: "Expression" })
        await expression.fill("changeRequest.approvals >")
        await save("merge rules")
        await page.getByRole("alert").waitFor()
        await expression.fill("changeRequest.approvalsByOthers >= 2")
        await rules.getByRole("textbox", { name: "What people read" }).fill("Two others approve it")
        await check("Settings")
        await takePicture(page, "space-settings-wide")
        await save("merge rules")
        await told(page, "The merge rules were saved")
        expect((await space()).mergeRules).toEqual({
          type: "rules",
          rules: [
            { rule: "require_change_request_description" },
            { rule: "require_one_of_specific_reviewers", users: [reviewer.id] },
            {
              rule: "custom",
              expression: "changeRequest.approvalsByOthers >= 2",
              message: "Two others approve it"
            }
          ]
        })
        await page.getByRole("button", { name: "Remove the rule: It has a description" }).press("Enter")
        await save("merge rules")
        await expect.poll(async () => (await space()).mergeRules.rules.length).toBe(2)

        await page.getByRole("button", { name: "Move the space" }).press("Enter")
        const moving = page.getByRole("dialog", { name: "Move Lamps and lanterns" })
        await moving.getByRole("radio", { name: "No collection" }).focus()
        await page.keyboard.press("ArrowDown")
        await audit()
        await moving.getByRole("button", { name: "Move" }).press("Enter")
        await told(page, "Moved Lamps and lanterns to Workshop")
        await page.getByRole("main").getByRole("link", { name: "Workshop" }).waitFor()
        expect((await space()).parent).toBe(collection)

        await page.getByRole("button", { name: "Duplicate the space" }).press("Enter")
        await told(page, "The copy is called “Lamps and lanterns (copy)”")
        await expect.poll(() => page.url()).not.toContain(id)
        const copy = /\/s\/([\w-]+)/.exec(page.url())![1]!

        // a change request that waits is told of before it goes with the space
        await api.post(`/v1/spaces/${copy}/change-requests`, { subject: "Wicks" })
        await page.reload()
        await page.getByRole("navigation", { name: "Space" }).getByRole("link", { name: "Settings" }).press("Enter")
        await check("Settings")
        await page.getByRole("button", { name: "Delete the space" }).press("Enter")
        const deleting = page.getByRole("dialog", { name: "Delete Lamps and lanterns (copy)" })
        await deleting.getByText("with 1 change request that is not merged").waitFor()
        await audit()
        await deleting.getByRole("button", { name: "Delete" }).press("Enter")
        await told(page, "The space “Lamps and lanterns (copy)” was deleted")
        await check("Acme")
        expect((await api.get(`/v1/spaces/${copy}`)).status).toBe(404)
        await settled(page)
        await page.getByRole("button", { name: "Undo" }).press("Enter")
        await told(page, "The space “Lamps and lanterns (copy)” is back")
        await expect.poll(() => page.url()).toContain(copy)
        expect((await space(copy)).changeRequestsDraft + (await space(copy)).changeRequestsOpen).toBe(1)
      },
      { ignored: /40[04]/ }
    )
  })

  it("are for admins; who may create moves and copies it, at 390 pixels in the dark", async () => {
    const { api, organization } = world()
    const parent = (await api.post(`/v1/orgs/${organization}/collections`, { title: "Shelf" })).body.id
    const { id } = (await api.post(`/v1/orgs/${organization}/spaces`, { title: "Wicks", parent })).body
    const path = `/app/s/${id}/~/settings`
    const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
    const users = Array.from({ length: 2 }, () => world().member("review"))
    const rules = [
      { rule: "require_up_to_date_change_request" },
      { rule: "require_specific_reviewers", users: (await Promise.all(users)).map((one) => one.id) }
    ]
    await api.request("PATCH", `/v1/spaces/${id}`, { body: { mergeRules: { type: "rules", rules } } })
    await open(
      path,
      async ({ check, page }) => {
        await check("Settings")
        await page.getByRole("list", { name: "Each of these people approves it" }).getByText("review").first().waitFor()
        await check("Settings")
        await takePicture(page, "space-settings-390-dark")
        // the room that is looked at is in sight, of more than fit beside each other
        const tab = page.getByRole("navigation", { name: "Space" }).getByRole("link", { name: "Settings" })
        const edge = async () => (await tab.boundingBox())!
        await expect.poll(async () => (await edge()).x + (await edge()).width).toBeLessThanOrEqual(390)
      },
      look
    )
    await open(
      path,
      async ({ check, page }) => {
        await check("Settings")
        await page.getByRole("button", { name: "Move the space" }).waitFor()
        await page.getByRole("button", { name: "Duplicate the space" }).waitFor()
        expect(await page.getByRole("main").getByRole("textbox").count()).toBe(0)
        expect(await page.getByRole("button", { name: "Delete the space" }).count()).toBe(0)
      },
      { ...look, as: await world().member("create") }
    )
    await open(
      path,
      async ({ check, page }) => {
        await check("Settings")
        await page.getByText("Admins of the space set it up").waitFor()
        expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
      },
      { ...look, as: await world().member("edit") }
    )
  })
})
