/** The address in each mail of notifications: a page with a button, and one POST of a mail program (RFC 8058). */
import { SigningKey, signValue } from "@octavo/core/kernel/shared/signature"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import { onBothStores } from "../src/stores.ts"
import { type Person, startWorld, type World } from "../src/world.ts"

onBothStores("Unsubscribing from mails", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  const addressOf = async ({ id }: Person): Promise<string> => {
    const token = await world.operate(Effect.map(SigningKey, (key) => signValue(key, "unsubscribe", id)))
    return `${world.origin}/app/~/unsubscribe?token=${token}`
  }
  const times = async ({ client }: Person): Promise<ReadonlyArray<unknown>> => [
    ...new Set(Object.values((await client.get("/v1/user/notification-settings")).body.mail))
  ]

  it("a look changes nothing, the button does, and nobody is asked to sign in", async () => {
    const [person, other] = [await world.member("read"), await world.member("read")]
    const browser = makeBrowser()
    const page = await browser.get(await addressOf(person))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("No more mails?")])
    expect(await times(person)).toContain("at-once")
    const done = await browser.submit(page, {}, "/unsubscribe")
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("Nothing of what happens")])
    expect(await times(person)).toEqual(["none"])
    expect(await times(other)).toContain("at-once")
    expect(browser.cookies()).toEqual([])
    // and can be wanted again
    await person.client.patch("/v1/user/notification-settings", { mail: { mentioned: "daily" } })
    expect(await times(person)).toEqual(["none", "daily"])
  })

  it("a mail program needs one request, in either form, whatever page it is sent from", async () => {
    const parts = new FormData()
    parts.set("List-Unsubscribe", "One-Click")
    for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), parts]) {
      const person = await world.member("read")
      const headers = { origin: "https://mail.example" }
      const answer = await fetch(await addressOf(person), { method: "POST", headers, body })
      expect(answer.status, await answer.text()).toBe(200)
      expect(await times(person)).toEqual(["none"])
    }
    // nowhere else
    const other = await fetch(`${world.origin}/app/~/sign-in?x`, { method: "POST", body: parts })
    expect(other.status).toBe(415)
  })

  it("nothing else is such an address (threat: token misuse)", async () => {
    const person = await world.member("read")
    const address = await addressOf(person)
    const foreign = await world.operate(Effect.map(SigningKey, (key) => signValue(key, "another purpose", person.id)))
    const bare = `${world.origin}/app/~/unsubscribe`
    for (const wrong of [
      `${address}x`,
      bare,
      `${bare}?token=`,
      `${bare}?token=${foreign}`,
      `${bare}?token=${person.id}`
    ])
      for (const method of ["GET", "POST"]) {
        const answer = await fetch(wrong, { method })
        expect([answer.status, await answer.text()], wrong).toEqual([
          404,
          expect.stringContaining("This address is not whole")
        ])
      }
    expect(await times(person)).toContain("at-once")
    // what is signed is in no log
    const [token] = address.split("token=").slice(1)
    expect(world.logs.join("\n")).not.toContain(token)
  })
})
