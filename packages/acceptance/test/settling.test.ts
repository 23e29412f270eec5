/**
 * Conflicts of a change request with what was published meanwhile, settled in the web application, as it is read and as
 * its source, by mouse and by keyboard. In Chromium, against a real server; things are found by role and name.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { keyboard } from "../src/hands.ts"
import { postgres } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { executable, settings, start } from "../src/writing.ts"

const before = "One two three.\n\n- an item\n\nFour five six.\n"

const stories = ({ ask, changeRequest, furnished, markdownOf, world, writing }: ReturnType<typeof start>) => {
  /** A change request and the live content, which changed the same places. */
  const apart = async () => {
    const { page, space } = await furnished(before)
    const draft = await changeRequest(space, "Ours")
    const edit = (path: string, title: string, markdown: string) =>
      ask(world().admin, "post", `/spaces/${space}${path}/content`, {
        changes: [{ operation: "update_page", page, title, document: { markdown } }]
      })
    await edit(`/change-requests/${draft.id}`, "Ours", "One **mine** three.\n\n- my item\n\nFour five six.\n")
    await edit("", "Live", "One theirs three.\n\n- their item\n\nFour five 6.\n")
    const text = () => markdownOf(space, page, draft)
    return { space, page, draft, text, edit }
  }
  const region = (page: Page) => page.getByRole("region", { name: "Conflicts" })
  const conflict = (page: Page, words: string) => region(page).getByRole("article").filter({ hasText: words })
  const told = (page: Page, words: string | RegExp) => page.getByRole("status").getByText(words).first().waitFor()

  it("each is settled by itself, seen as it is read and as source, and nothing else is touched", settings, async () => {
    const { draft, page: id, space, text } = await apart()
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, check, page }) => {
      await region(page).getByRole("heading", { name: "3 conflicts" }).waitFor()
      const words = conflict(page, "One mine three.")
      await words.getByText("Both changed the same lines.").waitFor()
      // as it is read: bold, and no stars
      await words.getByText("mine", { exact: true }).waitFor()
      await check("Ours")
      await takePicture(page, "conflicts")
      await region(page).getByRole("button", { name: "Source" }).click()
      await conflict(page, "One **mine** three.").waitFor()
      await audit()
      await region(page).getByRole("button", { name: "Page" }).click()
      await words.getByRole("radio", { name: "Write anew" }).check({ force: true })
      await words.getByRole("textbox", { name: "What stands there instead" }).fill("One of both.")
      await words.getByRole("button", { name: "Settle" }).click()
      await told(page, "1 of 3 settled. The others keep both sides")
      const items = conflict(page, "my item")
      await items.getByRole("radio", { name: "Both" }).check({ force: true })
      await items.getByRole("button", { name: "Settle" }).click()
      const title = conflict(page, "Both changed its title.")
      await title.getByRole("radio", { name: "Theirs" }).check({ force: true })
      await title.getByRole("button", { name: "Settle" }).click()
      // what was settled is there after a reload, and may be changed
      await page.reload()
      await told(page, "3 of 3 settled")
      await region(page)
        .getByRole("article", { name: /settled/ })
        .filter({ hasText: "title" })
        .getByRole("button", { name: "Change" })
        .click()
      await title.getByRole("radio", { name: "Mine" }).check({ force: true })
      await title.getByRole("button", { name: "Settle" }).click()
      await region(page).getByRole("button", { name: "Update with what is settled" }).click()
      await told(page, /all of it is settled/)
      await region(page).waitFor({ state: "detached" })
      expect(await text()).toBe("One of both.\n\n- their item\n- my item\n\nFour five 6.\n")
      await page.getByRole("button", { name: "Merge", exact: true }).click()
      await told(page, /^Merged/)
      const { title: live } = await ask(world().admin, "get", `/spaces/${space}/content/page/${id}`)
      expect(live).toBe("Ours")
    })
  })

  it("places that stand between markers in the draft, as Git's do, are settled there as well", settings, async () => {
    const { page: id, space } = await furnished(before)
    const draft = await changeRequest(space, "Changes from Git (main)")
    const markdown = "<<<<<<< Octavo\nOne 2 three.\n=======\nOne **II** three.\n>>>>>>> Git\n\n- an item\n"
    await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, {
      changes: [{ operation: "update_page", page: id, document: { markdown } }]
    })
    await writing(`${space}/~/changes/${draft.number}`, async ({ check, page }) => {
      const place = conflict(page, "Both versions stand in the text.")
      await place.getByText("Mine: Octavo").waitFor()
      await place.getByText("Theirs: Git").waitFor()
      await check("Changes from Git (main)")
      await place.getByRole("radio", { name: "Theirs" }).check({ force: true })
      await place.getByRole("button", { name: "Settle" }).click()
      await region(page).getByRole("button", { name: "Update with what is settled" }).click()
      await region(page).waitFor({ state: "detached" })
      expect(await markdownOf(space, id, draft)).toBe("One **II** three.\n\n- an item\n")
    })
  })

  it(
    "by keyboard alone, at 390 pixels in the dark; and what moved meanwhile is asked for again",
    settings,
    async () => {
      const { draft, edit, space, text } = await apart()
      await writing(
        `${space}/~/changes/${draft.number}`,
        async ({ check, page }) => {
          const hand = keyboard(page)
          await region(page).getByRole("heading", { name: "3 conflicts" }).waitFor()
          await check("Ours")
          await takePicture(page, "conflicts-390")
          const settle = async (words: string, steps: number) => {
            const one = conflict(page, words)
            await hand.reach(one.getByRole("radio", { name: "Mine" }))
            for (let step = 0; step < steps; step++) await page.keyboard.press("ArrowRight")
            await hand.press(one.getByRole("button", { name: "Settle" }))
          }
          await settle("One mine three.", 1)
          // the live content goes on while this is looked at: what was decided is no answer to that
          await edit("", "Live", "One others three.\n\n- their item\n\nFour five 6.\n")
          await conflict(page, "One others three.").waitFor()
          await told(page, "0 of 3 settled")
          await settle("One mine three.", 1)
          await settle("my item", 0)
          await settle("Both changed its title.", 0)
          await hand.press(region(page).getByRole("button", { name: "Update with what is settled" }))
          await region(page).waitFor({ state: "detached" })
          expect(await text()).toBe("One others three.\n\n- my item\n\nFour five 6.\n")
        },
        { viewport: { width: 390, height: 844 }, colorScheme: "dark" }
      )
    }
  )
}

describe.skipIf(executable === undefined)("Conflicts of a change request, on Postgres", () => stories(start(postgres)))
