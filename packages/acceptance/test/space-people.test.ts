/** The people of a space, added, changed and taken away in Chromium by keyboard, with what gives each their role. */
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("The people of a space", (store: Store) => {
  const { open, world } = startScreens(store)

  /** A space in a collection. */
  const shelved = async (title: string) => {
    const { api, organization } = world()
    const parent = (await api.post(`/v1/orgs/${organization}/collections`, { title: "Shelf" })).body.id
    const space = (await api.post(`/v1/orgs/${organization}/spaces`, { title, parent })).body.id
    return { parent, space, path: `/app/s/${space}/~/people` }
  }
  const team = async (title: string, ...members: ReadonlyArray<string>) =>
    (await world().api.request("PUT", `/v1/orgs/${world().organization}/teams`, { body: { title, members } })).body.id
  const row = (page: Page, list: string, text: string): Locator =>
    page.getByRole("list", { name: list, exact: true }).getByRole("listitem").filter({ hasText: text })

  it.skipIf(executable === undefined)("are added, changed and taken away by keyboard", async () => {
    const { api } = world()
    const { parent, path, space } = await shelved("Lanterns")
    const [reader, writer] = [await world().member("read"), await world().member("read")]
    const name = (await reader.client.get("/v1/user")).body.displayName
    await team("Writers", writer.id)
    const roleOf = async (person: typeof reader) => (await person.client.get(`/v1/spaces/${space}`)).body.permissions
    await open(path, async ({ audit, check, page }) => {
      await check("People")
      await row(page, "People", name).getByText("Role in the organization").waitFor()
      const rows = page.getByRole("list", { name: "People", exact: true }).getByRole("listitem")
      await expect.poll(() => rows.count()).toBe(3)

      await page.getByRole("button", { name: "Add people" }).press("Enter")
      const adding = page.getByRole("dialog", { name: "Add people" })
      await expect.poll(() => adding.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true)
      await adding.getByRole("searchbox", { name: "Find people" }).fill(reader.email)
      await adding.getByRole("list", { name: "People found" }).getByText(reader.email).waitFor()
      await page.keyboard.press("Enter")
      await adding.getByRole("list", { name: "People to add" }).getByText(name).waitFor()
      await adding.getByRole("combobox", { name: "Team" }).selectOption({ label: "Writers" })
      await adding.getByRole("combobox", { name: "Role in this space" }).selectOption({ label: "Review and merge" })
      await audit()
      if (store === sqlite) await takePicture(page, "space-people-add")
      await adding.getByRole("button", { name: "Add", exact: true }).press("Enter")
      await told(page, "1 person and the team Writers were added")
      await row(page, "People", name).getByText("Given here").waitFor()
      await row(page, "People", "Team Writers, here").getByText("Review and merge").waitFor()
      expect([await roleOf(reader), await roleOf(writer)]).toMatchObject([{ review: true }, { review: true }])
      await check("People")
      if (store === sqlite) await takePicture(page, "space-people-wide")

      await settled(page)
      const act = async (of: string, what: string) => {
        await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).press("Enter")
        await page.getByRole("menuitem", { name: what }).press("Enter")
      }
      await act(name, "Change the role")
      const changing = page.getByRole("dialog", { name: `Role of ${name}` })
      await changing.getByRole("radio", { name: /^Review and merge/ }).focus()
      await page.keyboard.press("ArrowUp")
      await page.keyboard.press("ArrowUp")
      await audit()
      await changing.getByRole("button", { name: "Save" }).press("Enter")
      await told(page, `${name} may here: Comment`)
      expect(await roleOf(reader)).toMatchObject({ comment: true, edit: false })

      // found by role and by name
      await page.getByRole("combobox", { name: "With the role" }).selectOption({ label: "Comment" })
      await expect.poll(() => rows.count()).toBe(1)
      const find = page.getByRole("searchbox", { name: "Find people here" })
      await find.fill(writer.email)
      await page.getByText("Nobody here is like that").waitFor()
      await page.getByRole("combobox", { name: "With the role" }).selectOption({ label: "Every role" })
      await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining(writer.email)])
      await find.fill("")
      await expect.poll(() => rows.count()).toBe(3)

      // taken away, it was said what holds then, and given back
      await settled(page)
      await act("Writers", "Take the role away")
      const taking = page.getByRole("dialog", { name: "Take the role of Writers away" })
      await audit()
      await taking.getByRole("button", { name: "Take away" }).press("Enter")
      await told(page, "What Writers was given here was taken back")
      await page.getByText("No team was given a role on this space itself.").waitFor()
      expect(await roleOf(writer)).toMatchObject({ comment: false })
      await settled(page)
      await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Teams")
      await page.getByRole("button", { name: "Undo" }).press("Enter")
      await told(page, "Writers has the role again")
      expect(await roleOf(writer)).toMatchObject({ review: true })

      // without a role of one's own, what is around the space decides
      await act(name, "Take the role away")
      await page.getByRole("dialog").getByRole("button", { name: "Take away" }).press("Enter")
      await told(page, `What ${name} was given here was taken back`)
      await row(page, "People", name).getByText("Role in the organization").waitFor()
      await api.request("PATCH", `/v1/collections/${parent}`, { body: { defaultLevel: "create" } })
      await page.reload()
      await row(page, "People", name).getByText("All members, in Shelf").waitFor()
      await row(page, "People", name).getByText("Create", { exact: true }).waitFor()
    })
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "are seen by members, by the hundred, and not by guests, at 390 pixels in the dark",
    async () => {
      const { api, organization } = world()
      const { path, space } = await shelved("Wicks")
      const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
      const guest = await world().member(null)
      await api.post(`/v1/spaces/${space}/permissions`, { role: "read", users: [guest.id] })
      const emails = Array.from({ length: 60 }, (_, at) => `member-with-a-long-name-${at}@example.com`)
      const invited = await api.post(`/v1/orgs/${organization}/invites`, { emails, role: "comment" })
      expect(invited.status, invited.text).toBe(200)
      await open(
        path,
        async ({ check, page }) => {
          await check("People")
          const rows = page.getByRole("list", { name: "People", exact: true }).getByRole("listitem")
          await rows.first().waitFor()
          await expect.poll(() => rows.count()).toBe(50)
          await check("People")
          await takePicture(page, "space-people-390-dark")
          await page.getByRole("button", { name: "Show more" }).press("Enter")
          await expect.poll(() => rows.count()).toBeGreaterThan(60)
          expect(await page.getByRole("button", { name: /^Actions for|^Add people/ }).count()).toBe(0)
        },
        { ...look, as: await world().member("read") }
      )
      await open(
        path,
        async ({ check, page }) => {
          await check("People")
          await page.getByText("Guests do not see who else is here").waitFor()
        },
        { ...look, as: guest }
      )
    }
  )
})
