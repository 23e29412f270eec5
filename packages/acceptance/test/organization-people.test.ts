/** The people of an organization, invited, given roles and removed in Chromium, and links that let them in. */
import { expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("The people of an organization", (store: Store) => {
  const { open, world } = startScreens(store)
  const people = () => `/app/o/${world().organization}/people`
  const roleOf = async (id: string) =>
    (await world().api.get(`/v1/orgs/${world().organization}/members/${id}`)).body.role

  it.skipIf(executable === undefined)("are invited, found, given a role and removed, by keyboard", async () => {
    const writer = await world().member("edit")
    const space = await world().space("Handbook")
    await open(
      `/app/o/${world().organization}`,
      async ({ audit, check, page }) => {
        await check("Acme")
        await page
          .getByRole("navigation", { name: "Organization" })
          .getByRole("link", { name: "People" })
          .press("Enter")
        await check("People")
        const members = page.getByRole("list", { name: "Members" })
        const row = (text: string) => members.getByRole("listitem").filter({ hasText: text })
        await row(writer.email).waitFor()
        if (store === sqlite) await takePicture(page, "people-wide")

        // who can't be invited is named, and nobody is
        await page.getByRole("button", { name: "Invite people" }).press("Enter")
        const inviting = page.getByRole("dialog", { name: "Invite people to Acme" })
        const addresses = inviting.getByRole("textbox", { name: "E-mail addresses" })
        await addresses.fill(`Ada <ada@octavo.test>, nobody, ${writer.email}`)
        await inviting.getByRole("combobox", { name: "Role" }).selectOption("review")
        await inviting.getByRole("button", { name: "Invite 3 people" }).press("Enter")
        await inviting.getByText("“nobody” is no e-mail address").waitFor()
        await audit()
        await addresses.fill(`Ada <ada@octavo.test>, ${writer.email}`)
        await inviting.getByRole("button", { name: "Invite 2 people" }).press("Enter")
        const invited = page.getByRole("dialog", { name: "Invited" })
        await invited.getByText("1 person is a member now.").waitFor()
        await invited.getByText("1 was a member before, with the role that they keep.").waitFor()
        await invited.getByText("This installation has no mail server").waitFor()
        await audit()
        if (store === sqlite) await takePicture(page, "people-invited")
        await invited.getByRole("button", { name: "Done" }).press("Enter")
        await settled(page)
        await row("ada@octavo.test").getByText("Review").waitFor()

        // found by words and by role, in an order
        await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("review")
        await expect.poll(() => members.getByRole("listitem").count()).toBe(1)
        await page.getByRole("searchbox", { name: "Find by name or e-mail address" }).fill("zzz")
        await page.getByText("Nobody is found").waitFor()
        await page.getByRole("searchbox", { name: "Find by name or e-mail address" }).fill("")
        await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("all")
        await page.getByRole("combobox", { name: "Order" }).selectOption("name")
        await expect.poll(() => members.getByRole("listitem").first().textContent()).toContain("ada@octavo.test")

        // another role, and what is open with it
        const act = async (of: string, what: string) => {
          await row(of)
            .getByRole("button", { name: /^Actions for/ })
            .press("Enter")
          await page.getByRole("menuitem", { name: what }).press("Enter")
        }
        await act(writer.email, "Change role")
        const role = page.getByRole("dialog", { name: /^Role of/ })
        await role.getByRole("radio", { name: /^Edit/ }).focus()
        await page.keyboard.press("ArrowUp")
        await audit()
        if (store === sqlite) await takePicture(page, "people-role")
        await role.getByRole("button", { name: "Change the role" }).press("Enter")
        await row(writer.email).getByText("Review").waitFor()
        expect(await roleOf(writer.id)).toBe("review")
        await settled(page)
        await act(writer.email, "Teams and spaces")
        const access = page.getByRole("dialog", { name: /^Teams and spaces of/ })
        await access.getByRole("listitem").filter({ hasText: "Handbook" }).getByText("Review").waitFor()
        const why = access.getByRole("link", { name: "Why: the people of Handbook" })
        await expect.poll(() => why.getAttribute("href")).toBe(`/app/s/${space}/~/people`)
        await audit()
        if (store === sqlite) await takePicture(page, "people-access")
        await access.getByRole("button", { name: "Done" }).press("Enter")
        await settled(page)

        // the last admin stays one
        await act(world().admin.email, "Change role")
        await role.getByRole("radio", { name: /^Admin/ }).focus()
        await page.keyboard.press("ArrowDown")
        await role.getByText("You are an admin no more then").waitFor()
        await role.getByRole("button", { name: "Change the role" }).press("Enter")
        await role.getByText("An organization needs an admin").waitFor()
        await page.keyboard.press("Escape")
        await settled(page)

        await act(writer.email, "Remove")
        const removing = page.getByRole("dialog", { name: /^Remove/ })
        await audit()
        await removing.getByRole("button", { name: "Remove" }).press("Enter")
        await row(writer.email).waitFor({ state: "detached" })
        // the row that it was done from is gone
        await settled(page)
        expect((await writer.client.get(`/v1/orgs/${world().organization}`)).status).toBe(404)
      },
      { ignored: /400|403/ }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "come with links, which are made, changed and revoked",
    async () => {
      const stranger = await world().stranger()
      // more than are shown at once, with long addresses
      const many = Array.from(
        { length: 60 },
        (_, at) => `somebody.with-a-long-name.number-${at}@department.octavo.test`
      )
      await world().api.post(`/v1/orgs/${world().organization}/invites`, { emails: many, role: null })
      let link = ""
      const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
      const links = async (then: Parameters<typeof open>[1]) =>
        open(people(), then, { ...look, permissions: ["clipboard-read", "clipboard-write"] })
      await links(async ({ audit, check, page }) => {
        await check("People")
        const rows = page.getByRole("list", { name: "Members" }).getByRole("listitem")
        await rows.nth(49).waitFor()
        await expect.poll(() => rows.count()).toBe(50)
        await page.getByRole("button", { name: "Show more" }).press("Enter")
        await expect.poll(() => rows.count()).toBeGreaterThan(many.length)
        expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0)
        await page.getByRole("searchbox", { name: "Find by name or e-mail address" }).fill("number-1")
        await page.getByText("11 people found").waitFor()
        await expect.poll(() => rows.count()).toBe(11)
        await page.getByRole("combobox", { name: "Role of a new link" }).selectOption("comment")
        await page.getByRole("button", { name: "Make a link" }).press("Enter")
        await told(page, "A link with the role Comment was made")
        await page.getByRole("button", { name: "Copy Link 1" }).press("Enter")
        await told(page, "Link 1 was copied")
        link = await page.evaluate<string>("navigator.clipboard.readText()")
        await check("People")
        await takePicture(page, "people-390-dark")
        await page.getByRole("button", { name: "Actions for Link 1" }).press("Enter")
        await page.getByRole("menuitem", { name: "Change role" }).press("Enter")
        const role = page.getByRole("dialog", { name: "Role of Link 1" })
        await role.getByRole("radio", { name: /^Comment/ }).focus()
        await page.keyboard.press("ArrowUp")
        await audit()
        await takePicture(page, "people-link-role-390-dark")
        await role.getByRole("button", { name: "Change the role" }).press("Enter")
        await told(page, "Link 1 has the role Edit")
      })
      const path = new URL(link).pathname
      expect(link.startsWith(world().origin)).toBe(true)
      // who is not signed in comes back to it after that
      const plain = makeBrowser()
      const asked = await plain.get(link)
      expect(asked.status).toBe(401)
      const to = asked.form("/sign-in").fields.get("to")!
      const back = await plain.post(`${world().origin}/app/~/sign-in`, { to, token: stranger.token }, asked.url)
      expect([back.status, back.url]).toEqual([200, link])
      expect(await roleOf(stranger.id)).toBeUndefined()
      await open(
        path,
        async ({ check, page }) => {
          await check("Join an organization")
          await page.getByText(stranger.email).waitFor()
          await takePicture(page, "join-wide")
          await page.getByRole("button", { name: "Join", exact: true }).press("Enter")
          await check("Acme")
          await told(page, "You are a member of Acme")
        },
        { as: stranger }
      )
      expect(await roleOf(stranger.id)).toBe("edit")
      // who is no admin sees people, changes nobody, and may leave
      await open(
        people(),
        async ({ check, page }) => {
          await check("People")
          const main = page.getByRole("main")
          await main.getByRole("list", { name: "Members" }).waitFor()
          expect(await main.getByRole("heading", { name: "Invite links" }).count()).toBe(0)
          expect(await main.getByRole("button", { name: "Invite people" }).count()).toBe(0)
          const mine = main.getByRole("listitem").filter({ hasText: stranger.email })
          await mine.getByRole("button", { name: /^Actions for/ }).press("Enter")
          await expect
            .poll(() => page.getByRole("menuitem").allTextContents())
            .toEqual(["Teams and spaces", "Leave the organization"])
          await page.getByRole("menuitem", { name: "Leave the organization" }).press("Enter")
          await page.getByRole("dialog", { name: "Leave Acme" }).getByRole("button", { name: "Leave" }).press("Enter")
          await check("Your organizations")
        },
        { as: stranger, ignored: /40[34]/ }
      )
      await links(async ({ check, page }) => {
        await check("People")
        await page.getByRole("button", { name: "Actions for Link 1" }).press("Enter")
        await page.getByRole("menuitem", { name: "Revoke" }).press("Enter")
        await page.getByRole("dialog", { name: "Revoke Link 1" }).getByRole("button", { name: "Revoke" }).press("Enter")
        await told(page, "Link 1 was revoked")
        await settled(page)
      })
      await open(
        path,
        async ({ check, page }) => {
          await check("Join an organization")
          await page.getByRole("button", { name: "Join", exact: true }).press("Enter")
          await page.getByText("This link lets nobody in any more").waitFor()
        },
        { as: stranger, ignored: /404/ }
      )
    }
  )
})
