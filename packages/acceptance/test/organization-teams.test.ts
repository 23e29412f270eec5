/** Teams of an organization, made and filled in Chromium. */
import { describe, expect, it } from "vitest"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

describe.skipIf(executable === undefined)("The teams of an organization", () => {
  const { open, world } = startScreens(sqlite)
  const teams = () => `/app/o/${world().organization}/teams`
  const api = () => `/v1/orgs/${world().organization}/teams`

  it("are made, named, filled and deleted, by keyboard", async () => {
    const [writer, other] = [await world().member("edit"), await world().member("read")]
    const placesIn = async (team: string) =>
      (await world().api.get(`${api()}/${team}/members`)).body.items.map((one: any) => [
        one.organization.id,
        one.team.role
      ])
    await open(teams(), async ({ audit, check, page }) => {
      await check("Teams")
      await page.getByText("There are no teams yet").waitFor()
      await takePicture(page, "teams-none")
      await page.getByRole("button", { name: "New team" }).press("Enter")
      const making = page.getByRole("dialog", { name: "New team" })
      await audit()
      await making.getByRole("textbox", { name: "Title" }).fill("Writers")
      await page.keyboard.press("Enter")
      await check("Writers")
      const [{ id }] = (await world().api.get(api())).body.items
      expect(new URL(page.url()).pathname).toBe(`${teams()}/${id}`)

      await page.getByRole("button", { name: "Add people" }).press("Enter")
      const adding = page.getByRole("dialog", { name: "Add people to Writers" })
      await adding.getByRole("textbox", { name: "Find people" }).fill(writer.email)
      await adding.getByRole("button", { name: "Add edit" }).press("Enter")
      await adding.getByRole("button", { name: "is in the team" }).waitFor()
      await audit()
      await adding.getByRole("textbox", { name: "Find people" }).fill(other.email)
      await adding.getByRole("button", { name: "Add read" }).press("Enter")
      await adding.getByRole("button", { name: "is in the team" }).waitFor()
      await takePicture(page, "team-add")
      await adding.getByRole("button", { name: "Done" }).press("Enter")
      await settled(page)
      const members = page.getByRole("list", { name: "Members" }).getByRole("listitem")
      await expect.poll(() => members.count()).toBe(2)

      const row = members.filter({ hasText: writer.email })
      await row.getByRole("combobox").selectOption("owner")
      await page.getByRole("status").getByText("is an owner of Writers").waitFor()
      expect(await placesIn(id)).toContainEqual([writer.id, "owner"])
      await check("Writers")
      await takePicture(page, "team-wide")
      await row.getByRole("button", { name: /^Take .* out of the team$/ }).press("Enter")
      await row.waitFor({ state: "detached" })
      expect(await placesIn(id)).toEqual([[other.id, "member"]])
      await page.getByRole("status").getByRole("button", { name: "Undo" }).press("Enter")
      await row.waitFor()
      expect(await placesIn(id)).toContainEqual([writer.id, "owner"])

      await page.getByRole("button", { name: "Rename" }).press("Enter")
      const renaming = page.getByRole("dialog", { name: "Rename Writers" })
      await renaming.getByRole("textbox", { name: "Title" }).fill("Authors")
      await page.keyboard.press("Enter")
      await check("Authors")
      await settled(page)
      await page.getByRole("button", { name: "Delete" }).press("Enter")
      const deleting = page.getByRole("dialog", { name: "Delete Authors" })
      await deleting.getByText("ends for its 2 people").waitFor()
      await audit()
      await deleting.getByRole("button", { name: "Delete" }).press("Enter")
      await told(page, "The team “Authors” was deleted")
      await check("Teams")
      expect((await world().api.get(api())).body.items).toEqual([])
    })
  })

  it("are found among many, and changed by their owners, at 390 pixels in the dark", async () => {
    const owner = await world().member("read")
    const titles = Array.from({ length: 11 }, (_, at) => `Team ${at + 1} of those who write about one product of many`)
    const made = await Promise.all(
      titles.map((title) => world().api.request("PUT", api(), { body: { title: title.slice(0, 64) } }))
    )
    const [own, foreign] = made.map(({ body }) => body.id)
    const places = { memberships: { [owner.id]: { role: "owner" }, [world().admin.id]: { role: "member" } } }
    await world().api.request("PUT", `${api()}/${own}/members`, { body: places })
    await open(
      teams(),
      async ({ check, page }) => {
        await check("Teams")
        await takePicture(page, "teams-390-dark")
        expect(await page.getByRole("button", { name: "New team" }).count()).toBe(0)
        const list = page.getByRole("list", { name: "Teams" }).getByRole("listitem")
        await expect.poll(() => list.count()).toBe(titles.length)
        await page.getByRole("searchbox", { name: "Find by title" }).fill("team 11")
        await expect.poll(() => list.count()).toBe(1)
        await page.getByRole("searchbox", { name: "Find by title" }).fill("nothing like it")
        await page.getByText("No team has “nothing like it”").waitFor()
        await page.getByRole("searchbox", { name: "Find by title" }).fill("team 1 of")
        await list.getByRole("link").press("Enter")
        await check(/^Team 1 of/)
        await page.getByRole("combobox", { name: "Admin 1 is" }).selectOption("owner")
        await page
          .getByRole("status")
          .getByText(/is an owner of Team 1/)
          .waitFor()
        await takePicture(page, "team-390-dark")
        expect(await page.getByRole("main").getByRole("button", { name: "Delete" }).count()).toBe(0)
        await page.goto(`${world().origin}${teams()}/${foreign}`)
        await check(/^Team 2 of/)
        await page.getByText("Nobody is in this team yet").waitFor()
        expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
      },
      { as: owner, viewport: { width: 390, height: 844 }, colorScheme: "dark" }
    )
  })
})
