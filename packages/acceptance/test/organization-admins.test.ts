/** What admins of an organization have in Chromium: the audit log, webhooks, and how people sign in. */
import { createHmac } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import { startIdentityProvider } from "../src/identityProvider.ts"
import { executable, goToPart, settled, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

const narrow = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const

onBothStores("Screens for admins", (store: Store) => {
  const { open, world } = startScreens(store)
  const place = (part: string) => `/app/o/${world().organization}/${part}`

  it.skipIf(executable === undefined)("the audit log is looked through, read, handed on and exported", async () => {
    const writer = await world().member("admin")
    const space = await world().space("Handbook")
    const emails = Array.from({ length: 60 }, (_, at) => `somebody-${at}@octavo.test`)
    const invited = await writer.client.post(`/v1/orgs/${world().organization}/invites`, { emails, role: "read" })
    expect(invited.status, invited.text).toBe(200)
    expect((await writer.client.patch(`/v1/spaces/${space}`, { title: "Draft" })).status).toBe(200)
    await world().api.patch(`/v1/spaces/${space}`, { title: "Guide", emoji: "1f4d8" })
    await open(`/app/o/${world().organization}`, async ({ audit, check, page }) => {
      await check("Acme")
      await goToPart(page, "Audit log")
      const events = page.getByRole("list", { name: "Events" }).getByRole("listitem")
      await events.nth(49).waitFor()
      if (store === sqlite) await takePicture(page, "audit-wide")
      const all = Number.parseInt((await page.getByText(/^\d+ events$/).textContent())!, 10)
      expect(all).toBeGreaterThan(62)
      await page.getByRole("button", { name: "Show more" }).press("Enter")
      await expect.poll(() => events.count()).toBe(Math.min(all, 100))

      // by action, by who did it, and by day; the address says it, and what was looked for stays
      const action = page.getByRole("combobox", { name: "What was done" })
      await action.selectOption("Invited by e-mail")
      await page.getByText("60 events").waitFor()
      await action.selectOption("Space settings changed")
      await page.getByText("2 events").waitFor()
      const person = page.getByRole("combobox", { name: "Who did it" })
      await person.fill(writer.email)
      await person.fill((await page.locator(`datalist option[value$="${writer.email}"]`).getAttribute("value"))!)
      await expect.poll(() => events.count()).toBe(1)
      const shared = new URL(page.url())
      expect(Object.fromEntries(shared.searchParams)).toEqual({ person: writer.id, action: "space.update" })
      const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
      await page.getByLabel("From").fill(tomorrow)
      await page.getByText("Nothing like this was done").waitFor()
      await check("Audit log")
      await page.getByRole("button", { name: "Show everything" }).press("Enter")
      await page.getByText(`${all} events`).waitFor()
      await expect.poll(() => page.getByLabel("From").inputValue()).toBe("")
      await page.goto(shared.href)
      await expect.poll(() => events.count()).toBe(1)
      await expect.poll(() => action.inputValue()).toBe("space.update")
      await page.getByRole("button", { name: /^Remove admin/ }).press("Enter")
      await page.getByText("2 events").waitFor()

      // one event, with what it changed
      await events
        .first()
        .getByRole("button", { name: /^Space settings changed Space Guide Admin 1/ })
        .press("Enter")
      const event = page.getByRole("dialog", { name: "Space settings changed" })
      await event.getByRole("deletion").filter({ hasText: "Draft" }).waitFor()
      await event.getByRole("insertion").filter({ hasText: "Guide" }).waitFor()
      await expect.poll(() => event.getByRole("link", { name: "Guide" }).getAttribute("href")).toBe(`/app/s/${space}`)
      await event.getByText(/^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/).waitFor()
      await audit()
      if (store === sqlite) await takePicture(page, "audit-event")
      const handed = page.url()
      await event.getByRole("button", { name: "All about Guide" }).press("Enter")
      await settled(page)
      await page.getByText("3 events").waitFor()
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ object: space })
      await page.getByRole("list", { name: "Looked for" }).getByText("Guide").waitFor()

      // what is shown is what is exported
      const saved = async (format: string) => {
        const downloading = page.waitForEvent("download")
        await page.getByRole("button", { name: "Export" }).press("Enter")
        await page.getByRole("menuitem", { name: format }).press("Enter")
        const download = await downloading
        await page
          .getByRole("status")
          .getByText(`3 events of the audit log are in ${download.suggestedFilename()}`)
          .waitFor()
        await settled(page)
        return await readFile((await download.path())!, "utf8")
      }
      const lines = (await saved("Table (CSV)")).trimEnd().split("\r\n")
      expect(lines.length).toBe(4)
      expect(lines[1]).toMatch(/"Admin 1",.*"space.update","Space settings changed","Space","Guide"/)
      expect(lines[3]).toMatch(/"space.create","Space created","Space","Handbook"/)
      const { count, items } = JSON.parse(await saved("Data (JSON)"))
      expect([count, items.length, items[2].target.label]).toEqual([3, 3, "Handbook"])
      await page.goto(handed)
      await event.getByText("Draft").waitFor()
      await page.keyboard.press("Escape")
      await settled(page)
    })
    if (store !== sqlite) return
    await open(
      place(`audit?person=${world().admin.id}`),
      async ({ audit, check, page }) => {
        await page.getByRole("list", { name: "Looked for" }).getByText("Admin 1").waitFor()
        const events = page.getByRole("list", { name: "Events" }).getByRole("listitem")
        await events.first().waitFor()
        await check("Audit log")
        await takePicture(page, "audit-390-dark")
        await events.filter({ hasText: "Space Guide" }).getByRole("button").press("Enter")
        await page.getByRole("dialog").getByText("All about Guide").waitFor()
        await audit()
        await takePicture(page, "audit-event-390-dark")
      },
      narrow
    )
    await open(
      place("audit"),
      async ({ check, page }) => {
        await check("Audit log")
        await page.getByText("Admins of the organization set it up").waitFor()
        expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
        const side = page.getByRole("navigation", { name: "Organization" })
        await side.getByRole("link", { name: "People" }).waitFor()
        expect(await side.getByRole("link", { name: "Settings" }).count()).toBe(0)
      },
      { as: await world().member("create") }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "a webhook is made, tried, told, sent again, paused and deleted",
    async () => {
      const space = await world().space("Told")
      const got: Array<{ readonly headers: IncomingHttpHeaders; readonly body: string }> = []
      const answers = [200, 503]
      const receiver = createServer(async (request, response) => {
        got.push({ headers: request.headers, body: await text(request) })
        response.writeHead(answers.shift() ?? 200).end("heard")
      })
      await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening))
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/octavo?key=in`
      const signed = ({ body, headers }: (typeof got)[number], secret: string) => {
        const [t = "", ...signatures] = String(headers["x-octavo-signature"]).split(",")
        return signatures.includes(
          `v1=${createHmac("sha256", secret)
            .update(`${t.slice(2)}.${body}`)
            .digest("hex")}`
        )
      }
      try {
        await open(
          `/app/o/${world().organization}`,
          async ({ audit, check, page }) => {
            await check("Acme")
            await goToPart(page, "Webhooks")
            await check("Webhooks")
            await page.getByText("Nobody is told anything yet").waitFor()
            await page.getByRole("button", { name: "New webhook" }).press("Enter")
            const making = page.getByRole("dialog", { name: "New webhook" })
            const address = making.getByRole("textbox", { name: "Address" })
            await address.fill("hooks.example.com")
            const send = making.getByRole("button", { name: "Make the webhook" })
            await expect.poll(() => send.isDisabled()).toBe(true)
            await making.getByRole("checkbox", { name: "Live content changed" }).press("Space")
            await send.press("Enter")
            await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true")
            await audit()
            await takePicture(page, "webhook-new")
            await address.fill(url)
            // one of a space hears of spaces alone
            await making.getByRole("combobox", { name: "It hears of" }).selectOption("The space Told")
            expect(await making.getByRole("group", { name: "People" }).count()).toBe(0)
            await send.press("Enter")
            const shown = page.getByRole("dialog", { name: "Secret of the webhook" })
            await shown.getByRole("button", { name: "Copy the secret" }).press("Enter")
            await told(page, "The secret was copied")
            const secret = await page.evaluate<string>("navigator.clipboard.readText()")
            expect(secret).toMatch(/^whsec_/)
            await shown.getByRole("button", { name: "Done" }).press("Enter")
            await check("Webhook")
            expect(await page.getByText(secret).count()).toBe(0)
            // it stands among those of the space, and not among those of the organization
            const list = page.getByRole("combobox", { name: "Webhooks that hear of" })
            await page.getByRole("link", { name: "The space Told" }).press("Enter")
            await page.getByRole("list", { name: "Webhooks" }).getByRole("link").waitFor()
            await list.selectOption("Everything in the organization")
            await page.getByText("Nobody is told anything yet").waitFor()
            await list.selectOption("The space Told")
            await check("Webhooks")
            await page.getByRole("list", { name: "Webhooks" }).getByRole("link").press("Enter")
            await check("Webhook")

            // a test, signed with the secret; then what happens, which is not taken at first
            const deliveries = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem")
            await page.getByText("Nothing was sent in the last 30 days").waitFor()
            await page.getByRole("button", { name: "Send a test" }).press("Enter")
            await deliveries.filter({ hasText: "A test" }).getByText("Answered 200").waitFor()
            expect([got.length, signed(got[0]!, secret), signed(got[0]!, `${secret}x`)]).toEqual([1, true, false])
            const changes = [{ operation: "insert_page", title: "News", document: { markdown: "# News\n" } }]
            expect((await world().api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
            await page.reload()
            const row = deliveries.filter({ hasText: "Live content changed" })
            await row.getByText("Delivered").waitFor()
            await page.getByText("Nothing gets through").waitFor({ state: "detached" })
            expect(got.length).toBe(3)
            expect(JSON.parse(got[2]!.body)).toMatchObject({ type: "space_content_updated", spaceId: space })
            await check("Webhook")
            await takePicture(page, "webhook-wide")
            await row.getByRole("button").press("Enter")
            const delivery = page.getByRole("dialog", { name: "Live content changed" })
            await delivery.getByRole("region", { name: "What was answered" }).getByText("heard").waitFor()
            await delivery.getByRole("region", { name: "What is sent" }).getByText(space).waitFor()
            await audit()
            await takePicture(page, "webhook-delivery")
            await delivery.getByRole("button", { name: "Send again" }).press("Enter")
            await told(page, "It is on its way once more")
            await settled(page)
            await deliveries.filter({ hasText: "sent again" }).getByText("Answered 200").waitFor()
            expect(got.slice(2).map(({ body }) => JSON.parse(body).eventId)).toEqual(
              Array(2).fill(JSON.parse(got[1]!.body).eventId)
            )

            const act = async (what: string) => {
              await page.getByRole("button", { name: "Actions for the webhook" }).press("Enter")
              await page.getByRole("menuitem", { name: what }).press("Enter")
            }
            await act("Edit")
            const editing = page.getByRole("dialog", { name: "Edit webhook" })
            await editing.getByRole("textbox", { name: "What it is for" }).fill("The build")
            await editing.getByRole("checkbox", { name: "One was merged" }).press("Space")
            await editing.getByRole("button", { name: "Save" }).press("Enter")
            await check("The build")
            await page.getByText("Change requests: one was merged").waitFor()
            await act("New secret")
            const renewing = page.getByRole("dialog", { name: "New secret" })
            await renewing.getByRole("button", { name: "Make a new secret" }).press("Enter")
            const next = await renewing.locator(".secret").textContent()
            await renewing.getByRole("button", { name: "Done" }).press("Enter")
            await settled(page)
            await act("Turn off")
            await told(page, "The webhook is off: what happens is not told")
            await settled(page)
            await page.getByRole("button", { name: "Turn on" }).press("Enter")
            await page.getByRole("button", { name: "Send a test" }).press("Enter")
            await expect.poll(() => got.length).toBe(5)
            expect([signed(got[4]!, secret), signed(got[4]!, next!)]).toEqual([true, true])
            await page.setViewportSize(narrow.viewport)
            await page.emulateMedia({ colorScheme: "dark" })
            await deliveries.first().getByText("Delivered").waitFor()
            await check("The build")
            await takePicture(page, "webhook-390-dark")
            await act("Delete")
            const deleting = page.getByRole("dialog", { name: "Delete the webhook" })
            await deleting.getByRole("button", { name: "Delete" }).press("Enter")
            await check("Webhooks")
            await settled(page)
            expect((await world().api.get(`/v1/spaces/${space}/webhooks`)).body.items).toEqual([])
          },
          { ignored: /400|404/, permissions: ["clipboard-read", "clipboard-write"] }
        )
      } finally {
        receiver.closeAllConnections()
        receiver.close()
      }
    }
  )

  it.skipIf(executable === undefined || store !== sqlite)(
    "a provider is added, finished, signed in with and removed",
    async () => {
      const organization = `/v1/orgs/${world().organization}`
      const team = (await world().api.request("PUT", `${organization}/teams`, { body: { title: "Newcomers" } })).body
      await world().api.patch(organization, { emailDomains: ["octavo.test"] })
      const idp = await startIdentityProvider()
      const who = { id: "subject-1", email: "ada@octavo.test", name: "Ada Lovelace" }
      const visitor = makeBrowser()
      try {
        await open(
          `/app/o/${world().organization}`,
          async ({ audit, check, page }) => {
            await check("Acme")
            await goToPart(page, "Sign-in")
            await check("Sign-in")
            await page.getByText("Nobody signs in with a provider yet").waitFor()
            await page.getByText("octavo.test: not proven").waitFor()
            await page.getByRole("button", { name: "Add a provider" }).press("Enter")
            const adding = page.getByRole("dialog", { name: "Add a provider" })
            await adding.getByRole("textbox", { name: "What it is called" }).fill("Okta")
            await adding.getByRole("combobox", { name: "Role of those who are new" }).selectOption("comment")
            await adding.getByRole("combobox", { name: "Team of those who are new" }).selectOption("Newcomers")
            await audit()
            await adding.getByRole("button", { name: "Add the provider" }).press("Enter")
            await told(page, "Okta was saved: it is not finished")
            await settled(page)
            const okta = page.getByRole("listitem", { name: "Okta" })
            await okta.getByText("Not finished").waitFor()
            const [provider] = (await world().api.get(`${organization}/saml`)).body.items
            for (const [label, text] of [
              ["Reply address (ACS)", provider.service.acsURL],
              ["Entity ID, audience, metadata", provider.service.entityID],
              ["Where signing in begins", provider.service.startURL]
            ]) {
              await okta.getByRole("button", { name: `Copy: ${label}, Okta` }).press("Enter")
              await told(page, `${label} was copied`)
              await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(text)
            }
            await check("Sign-in")

            // what the provider says of itself; a certificate that is none is told so at its field
            await okta.getByRole("button", { name: "Finish Okta" }).press("Enter")
            const editing = page.getByRole("dialog", { name: "Edit Okta" })
            await editing.getByRole("textbox", { name: "Entity ID of the provider" }).fill(idp.settings.entityID)
            await editing.getByRole("textbox", { name: "Address to sign in at" }).fill(idp.settings.ssoURL)
            const certificate = editing.getByRole("textbox", { name: "Certificate" })
            await certificate.fill("nothing of the kind")
            await editing.getByRole("button", { name: "Save" }).press("Enter")
            await expect.poll(() => certificate.getAttribute("aria-invalid")).toBe("true")
            await audit()
            await takePicture(page, "sign-in-edit")
            await certificate.fill(idp.settings.certificate)
            await editing.getByRole("button", { name: "Save" }).press("Enter")
            await told(page, "Members can sign in with Okta")
            await settled(page)
            await okta.getByText("Active").waitFor()
            await okta.getByText("a member with the role Comment, in the team Newcomers").waitFor()
            await page.getByRole("checkbox", { name: /^Who invites can say/ }).press("Space")
            await told(page, "Invitations can ask for single sign-on")
            await check("Sign-in")
            await takePicture(page, "sign-in-wide")

            // the page that is handed out offers it, and who comes with it is told of in the audit log
            idp.answersFor(who)
            expect(
              (await visitor.get(`${world().origin}/app/~/sign-in?organization=${world().organization}`)).text
            ).toContain("Okta")
            const signedIn = await visitor.submit(await visitor.get(provider.service.startURL))
            expect(signedIn.status).toBe(200)
            const members = (await world().api.get(`${organization}/members?search=ada@octavo.test`)).body
            expect(members.items).toMatchObject([{ role: "comment", sso: true, teams: 1 }])
            await page.getByRole("link", { name: "who joined with a provider" }).press("Enter")
            await page
              .getByRole("button", { name: /^Joined by signing in through a provider .*Ada Lovelace/ })
              .waitFor()
            await page.goBack()
            await check("Sign-in")
            await page.setViewportSize(narrow.viewport)
            await page.emulateMedia({ colorScheme: "dark" })
            await check("Sign-in")
            await takePicture(page, "sign-in-390-dark")

            await okta.getByRole("button", { name: "Remove Okta" }).press("Enter")
            const removing = page.getByRole("dialog", { name: "Remove Okta" })
            await audit()
            await removing.getByRole("button", { name: "Remove" }).press("Enter")
            await told(page, "Okta was removed")
            await settled(page)
            await page.getByText("Nobody signs in with a provider yet").waitFor()
            expect((await visitor.get(`${world().origin}/app/account`)).status).toBe(401)
            expect((await world().api.get(`${organization}/teams/${team.id}`)).body.members).toBe(1)
          },
          { ignored: /400/, permissions: ["clipboard-read", "clipboard-write"] }
        )
      } finally {
        await idp.close()
      }
    }
  )
})
