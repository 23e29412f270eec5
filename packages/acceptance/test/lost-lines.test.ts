/** What a line that is lost takes from a page that is open: nothing. */
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/stores.ts"
import { bodyOf, executable, failing, says, settings, start, typeAfter } from "../src/writing.ts"

describe.skipIf(executable === undefined)("A page whose line is lost", () => {
  const { ask, changeRequest, furnished, markdownOf, world, writing } = start(sqlite)

  /** Somebody else writes in a page. */
  const writes = (space: string, request: string, page: string, markdown: string) =>
    ask(world().admin, "post", `/spaces/${space}/change-requests/${request}/content`, {
      changes: [{ operation: "update_page", page, document: { markdown } }]
    })

  it("hears what others write as soon as it can, however long it could not listen", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ page, window }) => {
        await bodyOf(page).getByText("One two three.").waitFor()
        let refused = 0
        await window.route("**/events*", (route) => {
          refused++
          return route.abort("connectionrefused")
        })
        await page.reload()
        await bodyOf(page).getByText("One two three.").waitFor()
        // as often as one request is tried again, and more
        await expect.poll(() => refused).toBeGreaterThan(4)
        const listens = page.waitForResponse(/\/events\?/)
        await window.unroute("**/events*")
        await listens
        await writes(space, request.id, id, "One two three.\n\nFour five six. Theirs.\n")
        await bodyOf(page).getByText("Four five six. Theirs.").waitFor()
      },
      { ignored: failing }
    )
  })

  it("saves on the new line what was under way on the one that was lost", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(`${space}/~/changes/${request.number}/start`, async ({ page, window }) => {
      let asked = 0
      // to the first nobody answers, and nothing says so
      await window.route("**/content?*", (route) => (++asked === 1 ? undefined : route.continue()))
      await typeAfter(page, "One two three.", " Mine.")
      await expect.poll(() => asked).toBe(1)
      // as a browser does that goes from one network to another
      await page.evaluate('dispatchEvent(new Event("offline")); dispatchEvent(new Event("online"))')
      await says(page, "Saved")
      expect(await markdownOf(space, id, request)).toBe("One two three. Mine.\n\nFour five six.\n")
    })
  })

  it("stays as it is when it asks anew and nobody answers", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ page, window }) => {
        await typeAfter(page, "One two three.", " Mine.")
        await says(page, "Saved")
        // all but the events
        const answers = "**/~/api/**"
        let refused = 0
        await window.route(answers, (route) => {
          if (route.request().url().includes("/events")) return route.continue()
          if (/content(?:\/pages)?(?:\?|$)/.test(route.request().url())) refused++
          return route.abort("connectionrefused")
        })
        await writes(space, request.id, id, "One two three. Mine.\n\nFour five six. Theirs.\n")
        await expect.poll(() => refused).toBeGreaterThan(2)
        await page.waitForTimeout(500)
        await page.keyboard.type(" On.")
        await window.unroute(answers)
        await bodyOf(page).getByText("Four five six. Theirs.").waitFor()
        await says(page, "Saved")
        await expect
          .poll(() => markdownOf(space, id, request))
          .toBe("One two three. Mine. On.\n\nFour five six. Theirs.\n")
      },
      { ignored: failing }
    )
  })
})
