/** Signing in with a link that is mailed, told in the log where there is no mail server. */

import { Jobs } from "@octavo/core/kernel/jobs/Jobs"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { MailStore } from "@octavo/core/people/mail/MailStore"
import { verify } from "@octavo/runtime/backups"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import { makeReview, type Review } from "../src/review.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Signing in by mail", (store) => {
  let world: World
  let review: Review

  /** The links that were told, oldest first. */
  const links = () => world.logs.flatMap((line) => /http[^"\s]+\/~\/sign-in-link\?token=[\w.-]+/.exec(line)?.[0] ?? [])
  const link = async (before: number): Promise<string> => {
    for (let i = 0; i < 500; i++) {
      const link = links()[before]
      if (link !== undefined) return link
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error("no link was told")
  }
  /** Asks for a link for an address, on the page that somebody came for. */
  const ask = async (email: string, browser = makeBrowser()) => {
    const page = await browser.submit(await browser.get(review.url), { email }, "/sign-in")
    expect(page.text).toContain(`Make a link for ${email}`)
    expect(page.text).toContain("no mail server: its operator finds the link in the log of the server")
    return { browser, page: await browser.submit(page, {}, "/sign-in-mail") }
  }

  beforeAll(async () => {
    world = await startWorld(store)
    review = await makeReview(world)
  })
  afterAll(() => world.stop())

  it("leads to where somebody wanted to go, once, and changes nothing by being looked at", async () => {
    const reader = await world.member("read")
    const { browser, page } = await ask(reader.email)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Your link is ready")])
    expect(page.text).toContain("finds the link in the log of the server")
    const address = await link(0)
    for (let i = 0; i < 2; i++) expect((await makeBrowser().get(address)).text).toContain(reader.email)
    const there = await browser.submit(await browser.get(address), {}, "/sign-in-link")
    expect([there.status, there.url]).toEqual([200, review.url])
    expect(there.text).toContain("Better words")
    expect(browser.cookies().map(({ name }) => name)).toEqual(["octavo-session"])
    const late = makeBrowser()
    expect((await late.get(address)).status).toBe(200)
    const again = await late.submit(await late.get(address), {}, "/sign-in-link")
    expect([again.status, late.cookies()]).toEqual([403, []])
    expect((await makeBrowser().get(`${address}x`)).status).toBe(403)
    // by a form of elsewhere nobody is signed in as somebody else
    const foreign = await makeBrowser().post(
      `${world.origin}/app/~/sign-in-link`,
      { token: "a.b" },
      "https://evil.test"
    )
    expect(foreign.status).toBe(403)
  })

  it("verifies the address of somebody who was invited", async () => {
    const [before, email] = [links().length, "invited@octavo.test"]
    const invites = `/v1/orgs/${world.organization}/invites`
    const invited = await world.api.post(invites, { emails: [email], role: "read" })
    expect(invited.body).toEqual({
      users: [expect.any(String)],
      invited: 1,
      unsent: expect.stringContaining("in the log")
    })
    // the operator looks at warnings, too
    const told = () => world.logs.filter((line) => line.includes(`"${email}"`) && line.includes("/auth/verify?token="))
    await expect.poll(told, { timeout: 60_000 }).toHaveLength(1)
    expect(JSON.parse(told()[0]!)).toMatchObject({ level: "WARN" })
    const member = await world.member("read")
    expect((await world.api.post(invites, { emails: [member.email] })).body).not.toHaveProperty("unsent")
    const { browser } = await ask(email)
    const there = await browser.submit(await browser.get(await link(before)), {}, "/sign-in-link")
    expect([there.status, there.url]).toEqual([200, review.url])
    const page = await browser.get(`${world.origin}/app/~/sign-in`)
    expect(page.text).toContain("You are signed in")
  })

  it("says the same of an address that is nobody's, and mails no address twice in a minute", async () => {
    const reader = await world.member("read")
    const before = links().length
    const known = await ask(reader.email)
    const [nobody, twice] = [await ask("nobody@octavo.test"), await ask(reader.email)]
    for (const { page } of [nobody, twice]) {
      expect([page.status, page.url, page.text]).toEqual([known.page.status, known.page.url, known.page.text])
    }
    await link(before)
    const other = await world.member("read")
    await ask(other.email)
    await link(before + 1)
    expect(links()).toHaveLength(before + 2)
  })

  it("is noted as failed when every server that was to mail it died", async () => {
    const reader = await world.member("read")
    const mail = {
      id: "deadly-mail",
      kind: "sign-in",
      userId: reader.id,
      organizationId: null,
      senderId: null,
      createdAt: new Date().toISOString(),
      sentAt: null,
      failure: null
    } as const
    const queued = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* MailStore).insert([mail])
      yield* (yield* Jobs).offer("mail", mail.id)
      yield* sql`UPDATE octavo_jobs SET attempts = 5 WHERE queue_name = 'mail' AND id = ${mail.id}`
    })
    await world.operate(Effect.orDie(Effect.flatMap(Transaction, ({ run }) => run(queued))))
    const failure = () => world.operate(Effect.orDie(Effect.flatMap(MailStore, (it) => it.get(mail.id))))
    await expect
      .poll(failure, { timeout: 60_000 })
      .toMatchObject({ failure: expect.stringContaining("stopped each time") })
    expect((await Effect.runPromise(verify(world.config, () => Effect.void))).problems).toEqual([])
  })
})
