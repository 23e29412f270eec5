/**
 * Writing in the web application: a word that was typed is on the server, or in the browser until it is. Each story is
 * about one page of a space of its own, in Chromium, against a real server.
 */
import { describe, expect, it } from "vitest"
import { scripted } from "../src/sessionClient.ts"
import { postgres, sqlite } from "../src/stores.ts"
import {
  bodyOf,
  executable,
  failing,
  isKept,
  keeps,
  says,
  settings,
  start,
  startServer,
  stopServer,
  typeAfter
} from "../src/writing.ts"
import { selectionSeen } from "../src/writtenPage.ts"

/** What every store has. */
const stories = ({ draftsOf, furnished, markdownOf, writing }: ReturnType<typeof start>) => {
  it("what is typed is saved by itself into a draft of one's own, which a button publishes", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ check, page }) => {
      await typeAfter(page, "One two three.", " And more.")
      await says(page, "Saved")
      const [draft] = await draftsOf(space)
      expect(await markdownOf(space, id, draft)).toBe("One two three. And more.\n\nFour five six.\n")
      expect(await markdownOf(space, id)).toBe("One two three.\n\nFour five six.\n")
      const bar = page.getByRole("region", { name: "Draft" })
      await bar.getByText("1 page changed").waitFor()
      await check("Start")
      await page.keyboard.type(" At once.")
      await bar.getByRole("button", { name: "Publish" }).click()
      await says(page, "Your edits were published")
      await bar.waitFor({ state: "detached" })
      expect(await markdownOf(space, id)).toBe("One two three. And more. At once.\n\nFour five six.\n")
      await bodyOf(page).getByText("At once.").waitFor()
      await keeps(page, false)
    })
  })

  it("a closed tab loses nothing", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        await stopServer(window)
        await typeAfter(page, "Four five six.", " Seven eight.")
        await page.getByRole("textbox", { name: "Page title" }).fill("Numbers")
        await says(page, "Saving")
        await page.waitForTimeout(300)
        expect(await isKept(page)).toBe(true)
        const address = page.url()
        await page.close()
        await startServer(window)
        const next = await window.newPage()
        await next.goto(address)
        await bodyOf(next).getByText("Seven eight.").waitFor()
        await says(next, "Saved")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three.\n\nFour five six. Seven eight.\n")
        await next.getByRole("heading", { level: 1, name: "Numbers" }).waitFor()
        await keeps(next, false)
      },
      { ignored: failing }
    )
  })
}

describe.skipIf(executable === undefined)("A page that is written in the browser, on SQLite", () => {
  const place = start(sqlite)
  const { ask, changeRequest, draftsOf, furnished, markdownOf, world, writing } = place
  stories(place)

  it("a stopped server is told of in words, and has everything when it is back", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        await stopServer(window)
        await typeAfter(page, "One two three.", " First.")
        await says(page, "Offline: kept in this browser")
        await page.keyboard.type(" Second.")
        await startServer(window)
        await page.evaluate(() => globalThis.dispatchEvent(new Event("online")))
        await says(page, "Saved")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. First. Second.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("an answer that was lost makes no second copy", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        let lost = 0
        await window.route("**/content?*", async (route) => {
          await route.fetch()
          lost++
          await route.abort("connectionreset")
        })
        await typeAfter(page, "One two three.", " First.")
        await expect.poll(() => lost).toBeGreaterThan(1)
        await page.keyboard.type(" Second.")
        await startServer(window)
        await says(page, "Saved")
        await page.waitForTimeout(1500)
        await says(page, "Saved")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. First. Second.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("two people in one change request see each other, and keep every word", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    const other = await world().member("edit")
    const path = `${space}/~/changes/${request.number}/start`
    await writing(path, async ({ page: mine }) => {
      await writing(
        path,
        async ({ page: theirs }) => {
          await mine.getByRole("list", { name: "Here now" }).getByText("edit").first().waitFor()
          await bodyOf(theirs).getByText("Four five six.").waitFor()
          await typeAfter(mine, "One two three.", " Mine.")
          await typeAfter(theirs, "Four five six.", " Theirs.")
          await bodyOf(mine).getByText("Four five six. Theirs.").waitFor()
          await bodyOf(theirs).getByText("One two three. Mine.").waitFor()
          await says(mine, "Saved")
          await says(theirs, "Saved")
          // the caret stayed where it was
          await mine.keyboard.type(" On.")
          await bodyOf(theirs).getByText("One two three. Mine. On.").waitFor()
          expect(await markdownOf(space, id, request)).toBe("One two three. Mine. On.\n\nFour five six. Theirs.\n")
        },
        { as: other }
      )
    })
  })

  it("who changed the same words while the line was lost sees both, and chooses", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ audit, page, window }) => {
        await bodyOf(page).getByText("One two three.").waitFor()
        await stopServer(window)
        await bodyOf(page)
          .getByText("One two three.")
          .dblclick({ position: { x: 5, y: 8 } })
        await selectionSeen(page)
        await page.keyboard.type("Mine")
        await says(page, "Offline: kept in this browser")
        await ask(world().admin, "post", `/spaces/${space}/change-requests/${request.id}/content`, {
          changes: [
            { operation: "update_page", page: id, document: { markdown: "Theirs two three.\n\nFour five six.\n" } }
          ]
        })
        await startServer(window)
        await page.evaluate(() => globalThis.dispatchEvent(new Event("online")))
        const conflicts = page.getByRole("region", { name: "Conflicts" })
        await conflicts.getByText("Mine two three.").waitFor()
        await conflicts.getByText("Theirs two three.").waitFor()
        await audit()
        await conflicts.getByRole("radio", { name: "Mine" }).check({ force: true })
        await conflicts.getByRole("button", { name: "Settle" }).click()
        await says(page, "Saved")
        expect(await markdownOf(space, id, request)).toBe("Mine two three.\n\nFour five six.\n")
        await bodyOf(page).getByText("Mine two three.").waitFor()
      },
      { ignored: failing }
    )
  })

  it("a page that somebody deleted can be kept as a new one", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ page }) => {
        await bodyOf(page).getByText("One two three.").waitFor()
        await ask(world().admin, "post", `/spaces/${space}/change-requests/${request.id}/content`, {
          changes: [
            { operation: "insert_page", title: "Other", document: { markdown: "Other.\n" } },
            { operation: "delete_page", page: id }
          ]
        })
        await typeAfter(page, "One two three.", " Kept.")
        await says(page, "Kept in this browser: somebody deleted this page")
        await page.getByRole("button", { name: "Keep as a new page" }).click()
        await says(page, "What you wrote is a new page")
        await bodyOf(page).getByText("One two three. Kept.").waitFor()
        await keeps(page, false)
      },
      { ignored: failing }
    )
  })

  it("a change request that was merged meanwhile leaves the words to a draft of one's own", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ page, window }) => {
        await bodyOf(page).getByText("One two three.").waitFor()
        // the event that tells of it is lost, too
        await window.route("**/events*", (route) => route.abort())
        await typeAfter(page, "One two three.", " Late.")
        await ask(world().admin, "post", `/spaces/${space}/change-requests/${request.id}/merge`)
        await page.getByRole("button", { name: "Keep in a draft of mine" }).click()
        await says(page, "What you wrote is in a draft of yours")
        await bodyOf(page).getByText("One two three. Late.").waitFor()
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Late.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("who was signed out goes on after signing in again", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        await bodyOf(page).getByText("One two three.").waitFor()
        const [cookie] = await window.cookies()
        await window.clearCookies()
        await typeAfter(page, "One two three.", " Still here.")
        await says(page, "Kept in this browser: you are signed out")
        await keeps(page, true)
        const [name, value] = (await scripted(world(), world().admin)).cookie.split("=") as [string, string]
        expect(name).toBe(cookie?.name)
        await window.addCookies([{ name, value, domain: "localhost", path: "/app" }])
        await page.getByRole("button", { name: "Load this page again" }).click()
        await bodyOf(page).getByText("Still here.").waitFor()
        await says(page, "Saved")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Still here.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("what a closed tab left is told of in its space, and leads back to its page", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ audit, page, window }) => {
        await stopServer(window)
        const other = await window.newPage()
        await other.goto(page.url())
        await typeAfter(other, "One two three.", " Left.")
        await says(other, "Offline: kept in this browser")
        // a tab that has the page open takes up what another one left
        await page.goto("about:blank")
        await other.close()
        await startServer(window)
        await page.goto(`${world().origin}/app/s/${space}/~/changes`)
        const left = page.getByRole("region", { name: "Kept in this browser" })
        await left.getByRole("button", { name: "Copy the text" }).waitFor()
        await audit()
        await left.getByRole("link", { name: "Start" }).click()
        await bodyOf(page).getByText("One two three. Left.").waitFor()
        await says(page, "Saved")
        await left.waitFor({ state: "detached" })
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Left.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("signing out saves first, and leaves nothing in the browser", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        await stopServer(window)
        await typeAfter(page, "One two three.", " Last words.")
        await says(page, "Offline: kept in this browser")
        const signOut = async () => {
          await page.getByRole("button", { name: /^Admin/ }).click()
          await page.getByRole("menuitem", { name: "Sign out" }).click()
        }
        await signOut()
        await says(page, "Something that you wrote is not saved yet")
        await startServer(window)
        await signOut()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        expect(await isKept(page)).toBe(false)
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Last words.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("what is typed while the editor is still on its way is in the page when it comes", settings, async () => {
    const { space } = await furnished()
    await writing(`${space}/start`, async ({ page, window }) => {
      await bodyOf(page).waitFor()
      let come = () => {}
      const coming = new Promise<void>((resolve) => {
        come = resolve
      })
      await window.route("**/PageBody-*.js", async (route) => {
        await coming
        await route.continue()
      })
      await page.goto(page.url())
      await page.getByRole("button", { name: "New page", exact: true }).click()
      const title = page.getByRole("textbox", { name: "Page title" })
      await expect.poll(() => title.evaluate((field) => field === document.activeElement), settings).toBe(true)
      await page.keyboard.type("Cats\nThey are [elsewhere](https://example.com/cats).\n- grey\nand ")
      come()
      await bodyOf(page).getByRole("link", { name: "elsewhere" }).waitFor()
      await page.keyboard.type("brown")
      await says(page, "Saved")
      await expect.poll(() => title.inputValue()).toBe("Cats")
      const [draft] = await draftsOf(space)
      const { markdown } = await ask(
        world().admin,
        "get",
        `/spaces/${space}/change-requests/${draft!.id}/content/path/cats?format=markdown`
      )
      expect(markdown).toBe("They are [elsewhere](https://example.com/cats).\n\n* grey\n* and brown\n")
    })
  })

  it("two windows of one person end with the same", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ page, window }) => {
      const second = await window.newPage()
      await second.goto(page.url())
      await bodyOf(second).getByText("One two three.").waitFor()
      await bodyOf(page).getByText("One two three.").waitFor()
      await typeAfter(second, "Four five six.", " Second.")
      await says(second, "Saved")
      await typeAfter(page, "One two three.", " First.")
      await says(page, "Saved")
      await bodyOf(page).getByText("Four five six. Second.").waitFor()
      await bodyOf(second).getByText("One two three. First.").waitFor()
      const drafts = await draftsOf(space)
      expect(drafts).toHaveLength(1)
      expect(await markdownOf(space, id, drafts[0])).toBe("One two three. First.\n\nFour five six. Second.\n")
    })
  })
})

describe.skipIf(executable === undefined)("A page that is written in the browser, on Postgres", () => {
  stories(start(postgres))
})
