/**
 * What people say about a page while they write or read it: on words, on a block, on the page; in a draft, in a change
 * request, on the live page. In Chromium, against a real server; things are found by role and name.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { postgres, type Store, sqlite } from "../src/stores.ts"
import { bodyOf, executable, says, settings, start, typeAfter } from "../src/writing.ts"
import { selectionSeen } from "../src/writtenPage.ts"

const text = "One two three.\n\nFour five six.\n\n- first\n- second\n"

const panelOf = (page: Page) => page.getByRole("complementary", { name: "Comments" })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" })

/** Selects one word, as a person does. */
const selectWord = async (page: Page, words: string): Promise<void> => {
  await bodyOf(page).getByText(words).click()
  await page.keyboard.press("Home")
  await page.keyboard.press("ControlOrMeta+Shift+ArrowRight")
  await selectionSeen(page)
}

const stories = (store: Store) => {
  const { ask, changeRequest, draftsOf, furnished, world, writing } = start(store)
  const commentsOf = async (space: string, request?: string) => {
    const place = request === undefined ? "" : `/change-requests/${request}`
    return (await ask(world().admin, "get", `/spaces/${space}${place}/comments?format=markdown&order=asc`)).items
  }
  return { ask, changeRequest, commentsOf, draftsOf, furnished, world, writing }
}

describe.skipIf(executable === undefined)("Comments on a page, on Postgres", () => {
  onWords(postgres)
})

describe.skipIf(executable === undefined)("Comments on a page", () => {
  const { ask, changeRequest, commentsOf, draftsOf, furnished, world, writing } = onWords(sqlite)

  it(
    "are made in a draft for the live page or for the draft, on the block where it stands there",
    settings,
    async () => {
      const { space } = await furnished(text)
      await writing(`${space}/start`, async ({ page }) => {
        // the block is another one in the draft, and what is new is in the draft alone
        await typeAfter(page, "Four five six.", " Seven.")
        await page.keyboard.press("Enter")
        await page.keyboard.type("Quite new.")
        await says(page, "Saved")
        const comment = async (words: string, place: string, said: string) => {
          await bodyOf(page).getByText(words).click()
          await selectionSeen(page)
          await page.keyboard.press("ControlOrMeta+Alt+m")
          await panelOf(page).getByRole("radio", { name: place }).check()
          await panelOf(page).getByRole("textbox", { name: "Comment on this block" }).fill(said)
          await panelOf(page).getByRole("button", { name: "Send" }).click()
          await panelOf(page).getByRole("article").getByText(said).waitFor()
        }
        await comment("Four five six.", "On the live page", "For all.")
        await comment("Four five six.", "In my draft", "For who reviews it.")
        await comment("Quite new.", "On the live page", "Not there yet.")
        const [draft] = await draftsOf(space)
        expect((await commentsOf(space, draft!.id)).map((one: Said) => one.body.markdown)).toEqual([
          "For who reviews it."
        ])
        const live = await commentsOf(space)
        expect(live.map((one: Said) => [one.body.markdown, one.target.node !== undefined])).toEqual([
          ["For all.", true],
          ["Not there yet.", false]
        ])
        await panelOf(page).getByRole("region", { name: "In your draft" }).getByText("For who reviews it.").waitFor()
        await panelOf(page).getByRole("region", { name: "On the live page" }).getByText("Not there yet.").waitFor()
        await button(page, /^2 comments on “Four five six. Seven./).waitFor()
      })
      // who reads the live page sees that one alone, at its block
      await writing(
        `${space}/start`,
        async ({ page }) => {
          await button(page, "1 comment on “Four five six.”").click()
          await panelOf(page).getByText("For all.").waitFor()
          expect(await panelOf(page).getByText("For who reviews it.").count()).toBe(0)
        },
        { as: await world().member("read") }
      )
    }
  )

  it("are made by who may comment and not write, and read by who may read", settings, async () => {
    const { space } = await furnished(text)
    await writing(
      `${space}/start`,
      async ({ audit, check, page }) => {
        await check("Start")
        await page.getByText("Four five six.").dblclick({ position: { x: 12, y: 8 } })
        await button(page, "Comments").click()
        await panelOf(page).getByRole("textbox", { name: "Comment on this block" }).fill("Is it?")
        await page.keyboard.press("Control+Enter")
        await says(page, "Your comment was sent")
        await button(page, "1 comment on “Four five six.”").waitFor()
        await audit()
      },
      { as: await world().member("comment") }
    )
    const [said] = await commentsOf(space)
    expect(said.body.markdown).toMatch(/^> \w+\n\nIs it\?$/)
    await writing(
      `${space}/start`,
      async ({ audit, page }) => {
        await button(page, /^Comments ?1 open$/).click()
        await panelOf(page).getByText("Is it?").waitFor()
        expect(await panelOf(page).getByRole("textbox").count()).toBe(0)
        expect(
          await panelOf(page)
            .getByRole("button", { name: /Reply|Resolve|React|Edit|Delete/ })
            .count()
        ).toBe(0)
        // the words of the block lead to it
        await panelOf(page).getByRole("button", { name: "Four five six." }).click()
        await audit()
      },
      { as: await world().member("read") }
    )
  })

  it("name people, who are offered behind an @, by keyboard alone", settings, async () => {
    const { space } = await furnished(text)
    const ann = await world().member("edit")
    const { displayName: name } = await ask(ann, "get", "/user")
    await writing(`${space}/start`, async ({ audit, page }) => {
      await button(page, /^Comments/).click()
      const field = panelOf(page).getByRole("textbox", { name: "Comment on this page" })
      await field.focus()
      await page.keyboard.type("Ask @edit")
      await panelOf(page).getByRole("listbox", { name: "People" }).getByRole("option").first().waitFor()
      await audit()
      await page.keyboard.press("Enter")
      await expect.poll(() => field.inputValue()).toMatch(/^Ask @edit \d+ $/)
      await page.keyboard.type("about it.")
      await page.keyboard.press("Control+Enter")
      await says(page, "Your comment was sent")
      const [said] = await commentsOf(space)
      expect(said.body.markdown).toBe(`Ask [${name}](https://app.gitbook.com/u/${ann.id} "mention") about it.`)
      await panelOf(page).getByRole("article").getByText(`@${name}`).waitFor()
      // it is edited as it was written
      await panelOf(page).getByRole("button", { name: "Edit" }).click()
      const edited = panelOf(page).getByRole("textbox", { name: "Edit the comment" })
      await expect.poll(() => edited.inputValue()).toBe(`Ask @${name} about it.`)
      // Escape leaves the list first, then the column
      await edited.press("End")
      await page.keyboard.type(" @edit")
      await panelOf(page).getByRole("option").first().waitFor()
      await page.keyboard.press("Escape")
      await panelOf(page).getByRole("option").first().waitFor({ state: "detached" })
      await panelOf(page).waitFor()
      await page.keyboard.press("Escape")
      await panelOf(page).waitFor({ state: "detached" })
    })
    const [told] = (await ask(ann, "get", "/user/notifications")).items
    expect(told.kind).toBe("mentioned")
    // which leads to the comment, where it stands
    await writing(
      told.urls.app.split("/app/s/")[1],
      async ({ page }) => {
        await page.waitForURL(new RegExp(`/s/${space}/start\\?comment=${told.comment}$`))
        await panelOf(page).getByRole("article").getByText("about it.").waitFor()
        await button(page, "Close the comments").click()
        await page.waitForURL(/\/start$/)
        await panelOf(page).waitFor({ state: "detached" })
      },
      { as: ann }
    )
  })

  it("are told to be about a text that is gone, where it is", settings, async () => {
    const { page: id, space } = await furnished(text)
    await writing(`${space}/start`, async ({ page }) => {
      await bodyOf(page).getByText("Four five six.").click()
      await selectionSeen(page)
      await page.keyboard.press("ControlOrMeta+Alt+m")
      await panelOf(page).getByRole("textbox", { name: "Comment on this block" }).fill("Is it?")
      await panelOf(page).getByRole("button", { name: "Send" }).click()
      await button(page, "1 comment on “Four five six.”").waitFor()
      await ask(world().admin, "post", `/spaces/${space}/content`, {
        changes: [{ operation: "update_page", page: id, document: { markdown: "One two three.\n\nQuite another.\n" } }]
      })
      await panelOf(page).getByText("The text of this is gone").waitFor()
      await button(page, /^1 comment on/).waitFor({ state: "detached" })
    })
  })

  it("are made in a change request, at 390 pixels, by keyboard alone", settings, async () => {
    const { space } = await furnished(text)
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ audit, page }) => {
        await bodyOf(page).waitFor()
        await button(page, "Comments").focus()
        await page.keyboard.press("Enter")
        const field = panelOf(page).getByRole("textbox", { name: "Comment on this page" })
        await field.focus()
        await page.keyboard.type("As a whole.")
        await page.keyboard.press("Control+Enter")
        await says(page, "Your comment was sent")
        await panelOf(page).getByRole("article").getByText("As a whole.").waitFor()
        expect(await panelOf(page).getByRole("radio").count()).toBe(0)
        await audit()
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
          .toBeLessThanOrEqual(0)
        await page.keyboard.press("Escape")
        await panelOf(page).waitFor({ state: "detached" })
        expect(await button(page, /^Comments/).evaluate((one) => one === document.activeElement)).toBe(true)
      },
      { viewport: { width: 390, height: 844 } }
    )
    expect((await commentsOf(space, request.id)).map((one: Said) => one.body.markdown)).toEqual(["As a whole."])
    expect(await commentsOf(space)).toEqual([])
  })
})

interface Said {
  readonly body: { readonly markdown: string }
  readonly target: { readonly node?: { readonly id: string } }
}

/** The story that is told on both stores. */
function onWords(store: Store) {
  const place = stories(store)
  const { ask, commentsOf, furnished, world, writing } = place
  it("stand beside their words while those are edited, are answered by others and resolved", settings, async () => {
    const { space } = await furnished(text)
    await writing(`${space}/start`, async ({ audit, check, page }) => {
      await check("Start")
      await selectWord(page, "Four five six.")
      await page.getByRole("toolbar", { name: "Format" }).getByRole("button", { name: "Comment" }).click()
      const field = panelOf(page).getByRole("textbox", { name: "Comment on this block" })
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
      await panelOf(page).getByText("Four", { exact: true }).waitFor()
      await page.keyboard.type("Why four?")
      await page.keyboard.press("Control+Enter")
      await says(page, "Your comment was sent")
      const mark = button(page, "1 comment on “Four five six.”")
      await mark.waitFor()
      await audit()
      const [said] = await commentsOf(space)
      expect(said.body.markdown).toBe("> Four\n\nWhy four?")
      expect(said.target.node).toBeDefined()

      // the block is edited, and one comes before it
      await typeAfter(page, "One two three.", " On.")
      await page.keyboard.press("Enter")
      await page.keyboard.type("Between.")
      await typeAfter(page, "Four five six.", " Seven.")
      await says(page, "Saved")
      await button(page, "1 comment on “Four five six. Seven.”").waitFor()
      const [beside, block] = await Promise.all([
        button(page, /^1 comment on/).boundingBox(),
        bodyOf(page).getByText("Four five six. Seven.").boundingBox()
      ])
      expect(Math.abs(beside!.y - block!.y)).toBeLessThan(20)

      // somebody else answers, and that is seen at once
      const other = await world().member("comment")
      await ask(other, "post", `/spaces/${space}/comments/${said.id}/replies`, { body: { markdown: "Why not?" } })
      await panelOf(page).getByText("Why not?").waitFor()
      await panelOf(page).getByRole("button", { name: "Resolve" }).click()
      await panelOf(page).getByText("All that was said is resolved.").waitFor()
      await button(page, /^1 comment on/).waitFor({ state: "detached" })
      await panelOf(page).getByRole("button", { name: "All" }).click()
      await panelOf(page).getByRole("button", { name: "Reopen" }).waitFor()
      await audit()
    })
  })
  return place
}
