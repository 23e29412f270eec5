/**
 * Reviewing in the web application: what a change request changes, what is said about it, and what becomes of it. In
 * Chromium, against a real server; things are found by role and name.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { pixel, startSample } from "../src/sample.ts"
import { postgres, sqlite } from "../src/stores.ts"
import { executable, says, settings, start } from "../src/writing.ts"

const before = `One two three.

| Cat | Sound |
| --- | --- |
| grey | purr |

\`\`\`js
let sound = "purr"
\`\`\`

- first
- second

This paragraph goes elsewhere as it is.

The end.
`

const after = `One 2 three.

| Cat | Sound |
| --- | --- |
| grey | hiss |
| white | purr |

\`\`\`js
let sound = "hiss"
\`\`\`

- first
- second
- third

The end.

This paragraph goes elsewhere as it is.
`

const stories = ({ ask, changeRequest, furnished, markdownOf, world, writing }: ReturnType<typeof start>) => {
  /** A change request with a page edited, one added, one renamed. */
  const proposed = async () => {
    const { page, space } = await furnished(before)
    const draft = await changeRequest(space, "Cats hiss")
    await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, {
      changes: [
        { operation: "update_page", page, document: { markdown: after } },
        { operation: "insert_page", title: "Dogs", document: { markdown: "They bark.\n" } }
      ]
    })
    await ask(world().admin, "patch", `/spaces/${space}/change-requests/${draft.id}`, { status: "open" })
    return { space, page, draft }
  }
  const changes = (page: Page) => page.getByRole("region", { name: "Changes", exact: true })

  it("what changed is marked in the page and in its source, and gone to by key", settings, async () => {
    const { draft, space } = await proposed()
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, check, page }) => {
      await check("Cats hiss")
      const list = page.getByRole("list", { name: "Changed pages" })
      await expect.poll(() => list.getByRole("listitem").allTextContents()).toEqual(["DogsAdded", "StartEdited"])
      const start = changes(page).getByRole("article", { name: "Start" })
      await start.scrollIntoViewIfNeeded()
      await start.getByRole("deletion").getByText("two", { exact: true }).waitFor()
      await start.getByRole("insertion").getByText("2", { exact: true }).waitFor()
      await start.getByRole("insertion").getByText("white").waitFor()
      await start.getByRole("insertion").getByText("third").waitFor()
      await start.getByText("Moved here").waitFor()
      await changes(page)
        .getByRole("article", { name: "Dogs" })
        .getByRole("insertion")
        .getByText("They bark.")
        .waitFor()
      await audit()
      await page.keyboard.press("n")
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      expect(await focused()).toContain("They bark.")
      await page.keyboard.press("n")
      expect(await focused()).toBe("two")
      await page.keyboard.press("p")
      expect(await focused()).toContain("They bark.")
      const source = page.getByRole("group", { name: "Show as" }).getByRole("button", { name: "Source" })
      // the bar goes along with a page that still scrolls to a change: a press may begin on it and end below it
      const isSource = async () => {
        if ((await source.getAttribute("aria-pressed")) === "false") await source.click()
        return source.getAttribute("aria-pressed")
      }
      await expect.poll(isSource).toBe("true")
      // texts are of another height, and what is far away is not drawn
      await start.scrollIntoViewIfNeeded()
      await start.getByRole("deletion").getByText('let sound = "purr"').waitFor()
      await start.getByRole("insertion").getByText('let sound = "hiss"').waitFor()
      await audit()
    })
  })

  it("a page is commented on below what changes in it, and answers are signs as well", settings, async () => {
    const { draft, space } = await proposed()
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, page }) => {
      const start = changes(page).getByRole("article", { name: "Start" })
      await start.scrollIntoViewIfNeeded()
      await start.getByRole("button", { name: "Comment", exact: true }).click()
      await start.getByRole("textbox", { name: "Comment on this page" }).fill("Why 2?")
      await start.getByRole("button", { name: "Send" }).click()
      await says(page, "Your comment was sent")
      const thread = start.getByRole("article", { name: /^Comment of/ })
      await thread.getByText("Why 2?").waitFor()
      await page.getByRole("region", { name: "Comments" }).getByText("On Start").waitFor()
      await thread.getByRole("button", { name: "React" }).click()
      await thread.getByRole("button", { name: "Hooray" }).click()
      const sign = thread.getByRole("button", { name: /^Hooray: / })
      await sign.and(page.locator("[aria-pressed=true]")).waitFor()
      await audit()
      await sign.click()
      await sign.waitFor({ state: "detached" })
      await thread.getByRole("button", { name: "Edit" }).click()
      await thread.getByRole("textbox", { name: "Edit the comment" }).fill("Why **two**?")
      await thread.getByRole("button", { name: "Save" }).click()
      await thread.getByText("two", { exact: true }).waitFor()
      await thread.getByText("· edited").waitFor()
      await thread.getByRole("button", { name: "Delete" }).click()
      await thread.getByRole("button", { name: "Yes, delete it" }).click()
      await thread.waitFor({ state: "detached" })
    })
  })

  it(
    "a block is commented on, and the comment goes with it when it is edited, or is told to be gone",
    settings,
    async () => {
      const { draft, page: id, space } = await proposed()
      const write = (markdown: string) =>
        ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, {
          changes: [{ operation: "update_page", page: id, document: { markdown } }]
        })
      await writing(`${space}/~/changes/${draft.number}`, async ({ audit, page }) => {
        const start = changes(page).getByRole("article", { name: "Start" })
        const block = start.locator(".compared-block").filter({ hasText: "One two2 three." })
        // by keyboard alone
        await block.getByRole("button", { name: "Comment on this block" }).focus()
        await page.keyboard.press("Enter")
        await block.getByRole("textbox", { name: "Comment on this block" }).waitFor()
        await page.keyboard.type("Why a number?")
        await page.keyboard.press("Control+Enter")
        await says(page, "Your comment was sent")
        await block.getByText("Why a number?").waitFor()
        await audit()
        // what is selected is repeated
        const end = start.locator(".compared-block").filter({ hasText: "The end." }).first()
        await end.getByText("The end.").dblclick({ position: { x: 12, y: 8 } })
        await end.getByRole("button", { name: "Comment on this block" }).click()
        await end.getByRole("blockquote").getByText("The", { exact: true }).waitFor()
        await end.getByRole("button", { name: "Cancel" }).click()
        await write(after.replace("One 2 three.", "New before it.\n\nOne 22 three."))
        await start.locator(".compared-block").filter({ hasText: "22 three." }).getByText("Why a number?").waitFor()
        await write(after.replace("One 2 three.", "Something else altogether stands here."))
        await start.getByText("The text of this is gone:").waitFor()
        await start.getByText("Why a number?").waitFor()
        await audit()
      })
    }
  )

  it("a page is marked as seen, folds away, and is so on the next visit, until it is edited", settings, async () => {
    const { draft, page: id, space } = await proposed()
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, page }) => {
      const start = changes(page).getByRole("article", { name: "Start" })
      const mark = start.getByRole("checkbox", { name: "Seen" })
      await start.getByRole("insertion").getByText("third").waitFor()
      await mark.focus()
      await page.keyboard.press("Space")
      await start.getByRole("insertion").getByText("third").waitFor({ state: "detached" })
      await page.getByText("1 page seen").waitFor()
      await audit()
      await page.reload()
      await page.getByRole("list", { name: "Changed pages" }).getByText("Seen").waitFor()
      await expect.poll(() => mark.isChecked()).toBe(true)
      await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, {
        changes: [{ operation: "update_page", page: id, document: { markdown: "Anew.\n" } }]
      })
      await mark.scrollIntoViewIfNeeded()
      await expect.poll(() => mark.isChecked()).toBe(false)
      await start.getByRole("insertion").getByText("Anew.").waitFor()
      await expect.poll(() => mark.isChecked()).toBe(false)
    })
  })

  it("a review that edits came after shows those alone", settings, async () => {
    const { draft, page: id, space } = await proposed()
    const at = `/spaces/${space}/change-requests/${draft.id}`
    await ask(world().admin, "post", `${at}/reviews`, { status: "approved" })
    await ask(world().admin, "post", `${at}/content`, {
      changes: [
        { operation: "update_page", page: id, document: { markdown: after.replace("The end.", "The finish.") } }
      ]
    })
    await writing(`${space}/~/changes/${draft.number}`, async ({ check, page }) => {
      const list = page.getByRole("list", { name: "Changed pages" })
      await list.getByText("Dogs").waitFor()
      const since = page.getByRole("region", { name: "Reviews" }).getByRole("button", { name: /^Edits since / })
      await since.click()
      await page
        .getByRole("status")
        .getByText(/^What was edited since/)
        .waitFor()
      const start = changes(page).getByRole("article", { name: "Start" })
      await start.getByRole("insertion").getByText("finish").waitFor()
      await expect.poll(() => list.getByRole("listitem").count()).toBe(1)
      // what was there at the review is no change
      await expect.poll(() => start.getByRole("insertion").allTextContents()).toEqual(["finish"])
      await check("Cats hiss")
      await page.getByRole("button", { name: "All changes" }).click()
      await list.getByText("Dogs").waitFor()
    })
  })

  it("what it would harm is told with its place, and what is mended is told no more", settings, async () => {
    const { page: start, space } = await furnished(before)
    const insert = (title: string, markdown: string) => ({ operation: "insert_page", title, document: { markdown } })
    const made = await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [insert("Cats", "## Sounds\n\nThey purr.\n"), insert("Old", "Gone soon.\n")]
    })
    const [cats, old] = made.changes.map(({ page }: { page: { id: string } }) => page.id)
    await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [
        {
          operation: "update_page",
          page: start,
          document: { markdown: `See [how](/pages/${cats}#sounds) and [what was](/pages/${old}).\n` }
        }
      ]
    })
    const draft = await changeRequest(space, "Shorter")
    const edit = (...list: ReadonlyArray<object>) =>
      ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, { changes: list })
    await edit(
      { operation: "delete_page", page: old },
      { operation: "update_page", page: cats, document: { markdown: "## Voices\n\nThey purr.\n" } }
    )
    await ask(world().admin, "patch", `/spaces/${space}`, {
      mergeRules: { type: "rules", rules: [{ rule: "require_no_new_broken_links" }] }
    })
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, check, page }) => {
      await check("Shorter")
      const checks = page.getByRole("region", { name: "Checks" })
      await checks.getByText("A merge would leave 2 things to mend.").waitFor()
      await checks.getByText("“Cats” has no heading with the anchor #sounds any more", { exact: false }).waitFor()
      await checks.getByText("led to “Old”, which is not there any more", { exact: false }).waitFor()
      await page.getByText("It breaks 2 links: somebody with the role edit must mend them.").waitFor()
      await expect.poll(() => page.getByRole("button", { name: "Merge", exact: true }).isDisabled()).toBe(true)
      await audit()
      await checks.getByRole("link", { name: "Start" }).first().focus()
      await page.keyboard.press("Enter")
      await check("Start")
      await edit({
        operation: "update_page",
        page: start,
        document: { markdown: `See [how](/pages/${cats}#voices).\n` }
      })
      await page.goBack()
      await checks.getByText("It breaks no link, file or address").waitFor()
      await page.getByText("Nothing is missing.").waitFor()
      await check("Shorter")
      await page.getByRole("button", { name: "Merge", exact: true }).click()
      await says(page, "Merged: readers see it now")
    })
  })

  it("is talked about, reviewed and merged", settings, async () => {
    const { draft, page: id, space } = await proposed()
    await ask(world().admin, "patch", `/spaces/${space}`, {
      mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] }
    })
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, page }) => {
      const comments = page.getByRole("region", { name: "Comments" })
      await comments.getByRole("textbox", { name: "Comment" }).fill("Why do they **hiss**?")
      await comments.getByRole("button", { name: "Send" }).click()
      await says(page, "Your comment was sent")
      const thread = comments.getByRole("article")
      await thread.locator("strong", { hasText: "hiss" }).waitFor()
      await thread.getByRole("button", { name: "Reply" }).click()
      await thread.getByRole("textbox", { name: "Reply" }).fill("They are cross.")
      await thread.getByRole("button", { name: "Send" }).click()
      await thread.getByText("They are cross.").waitFor()
      await audit()
      await thread.getByRole("button", { name: "Resolve" }).click()
      await says(page, "The comment is resolved")
      await thread.getByRole("button", { name: "Reopen" }).click()
      await says(page, "The comment is open again")

      const missing = page.getByRole("region", { name: "What is missing to merge" })
      await missing.getByText("must approve it as it is now").waitFor()
      await expect.poll(() => missing.getByRole("button", { name: "Merge" }).isDisabled()).toBe(true)
      const reviews = page.getByRole("region", { name: "Reviews" })
      await reviews.getByRole("textbox", { name: "Review" }).fill("Good.")
      await reviews.getByRole("button", { name: "Approve" }).click()
      await says(page, "You approved it")
      await reviews.getByText("approved it").waitFor()
      await missing.getByText("Nothing is missing.").waitFor()
      await missing.getByRole("button", { name: "Merge" }).click()
      await says(page, "Merged: readers see it now")
      expect(await markdownOf(space, id)).toBe(after)
      await page.getByText("Merged", { exact: true }).first().waitFor()
      await audit()
    })
  })
}

describe.skipIf(executable === undefined)("A change request in the browser, on SQLite", () => {
  const { ask, changeRequest, furnished, world, writing } = start(sqlite)

  it("is renamed, archived, opened again and brought up to date", settings, async () => {
    const { page: id, space } = await furnished()
    const draft = await changeRequest(space, "First")
    await ask(world().admin, "patch", `/spaces/${space}/change-requests/${draft.id}`, { status: "open" })
    await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [{ operation: "update_page", page: id, document: { markdown: "Live.\n" } }]
    })
    await writing(`${space}/~/changes`, async ({ check, page }) => {
      const show = page.getByRole("group", { name: "Show" })
      await show.getByRole("button", { name: "Merged" }).click()
      await page.getByText("No change request is here").waitFor()
      await show.getByRole("button", { name: "Mine" }).click()
      await page.getByRole("list", { name: "Change requests" }).getByRole("link", { name: /First/ }).click()
      await check("First")
      await page.getByRole("button", { name: "Edit subject and description" }).click()
      await page.getByRole("textbox", { name: "Subject" }).fill("Second")
      await page.getByRole("textbox", { name: "Description" }).fill("Because.\n\nOf this.")
      await page.getByRole("button", { name: "Save" }).click()
      await check("Second")
      await page.getByText("Of this.").waitFor()
      const merge = page.getByRole("region", { name: "What is missing to merge" })
      await merge.getByText("The live content has changed").waitFor()
      await merge.getByRole("button", { name: "Update from live content" }).click()
      await says(page, "It has what was published since")
      await merge.getByText("The live content has changed").waitFor({ state: "detached" })
      await merge.getByRole("button", { name: "Archive" }).click()
      await says(page, "It is archived")
      await merge.getByRole("button", { name: "Reopen" }).click()
      await says(page, "It is open again")
    })
  })

  it("reusable content and pictures are compared as they are seen", settings, async () => {
    const { space } = await furnished()
    const source = await startSample(
      world(),
      {
        "README.md": '# Top\n\n{% include ".gitbook/includes/note.md" %}\n',
        ".gitbook/includes/note.md": "---\ntitle: A note\n---\n\nShared words.\n"
      },
      "compared"
    )
    await importOk(world().api, space, { url: source.url, ref: main })
    const draft = await changeRequest(space, "Another note")
    const at = `/spaces/${space}/change-requests/${draft.id}`
    const { reusableContents } = await ask(world().admin, "get", `${at}/content`)
    const picture = { name: "dot.png", contentType: "image/png", base64: pixel.toString("base64") }
    await ask(world().admin, "post", `${at}/content`, {
      changes: [
        {
          operation: "update_reusable_content",
          reusableContent: reusableContents[0].id,
          document: { markdown: "---\ntitle: A note\n---\n\nShared thoughts.\n" }
        },
        { operation: "insert_files", files: [picture] }
      ]
    })
    await writing(`${space}/~/changes/${draft.number}`, async ({ audit, page }) => {
      const region = page.getByRole("region", { name: "Changes", exact: true })
      const note = region.getByRole("article", { name: "A note" })
      await note.getByRole("deletion").getByText("words").waitFor()
      await note.getByRole("insertion").getByText("thoughts").waitFor()
      const file = region.getByRole("article", { name: "dot.png" })
      await file.getByRole("img", { name: "dot.png, after" }).waitFor()
      await audit()
    })
  })

  it("the list is filtered by words, author, reviewer, what is outdated and in conflict", {
    timeout: 90_000
  }, async () => {
    const { page: id, space } = await furnished()
    const other = await world().member("edit")
    const reviewer = await world().member("review")
    const say = (place: string, markdown: string) =>
      ask(world().admin, "post", `/spaces/${space}${place}/content`, {
        changes: [{ operation: "update_page", page: id, document: { markdown } }]
      })
    const cats = await changeRequest(space, "Cats hiss")
    await say(`/change-requests/${cats.id}`, "One hiss three.\n\nFour five six.\n")
    await say("", "One purr three.\n\nFour five six.\n")
    const dogs = await changeRequest(space, "Dogs bark")
    await ask(world().admin, "post", `/spaces/${space}/change-requests/${dogs.id}/requested-reviewers`, {
      users: [reviewer.id]
    })
    const { displayName } = await ask(reviewer, "get", "/user")
    await ask(other, "post", `/spaces/${space}/change-requests`, { subject: "Birds sing" })
    await writing(`${space}/~/changes`, async ({ audit, check, page }) => {
      await check("Change requests")
      const links = page.getByRole("list", { name: "Change requests" }).getByRole("link")
      const subjects = () =>
        links.evaluateAll((rows) => rows.map((row) => row.querySelector(".row-title")?.textContent))
      const shows = (...wanted: ReadonlyArray<string>) => expect.poll(subjects).toEqual(wanted)
      await shows("Birds sing", "Dogs bark", "Cats hiss")
      await page.getByRole("searchbox", { name: "Filter change requests" }).fill("dog")
      await shows("Dogs bark")
      await page.getByRole("searchbox", { name: "Filter change requests" }).fill("")
      await page.getByRole("checkbox", { name: "Outdated" }).check()
      await shows("Cats hiss")
      await page.getByRole("searchbox", { name: "Filter change requests" }).fill("nothing so")
      await page.getByRole("button", { name: "Show all" }).click()
      await page.getByRole("combobox", { name: "Author" }).selectOption({ index: 2 })
      await expect.poll(async () => (await subjects()).length).toBeLessThan(3)
      await audit()
      await page.getByRole("combobox", { name: "Author" }).selectOption({ index: 0 })
      await page.getByRole("combobox", { name: "Reviewer" }).fill(displayName)
      await shows("Dogs bark")
      await audit()
      await page.getByRole("combobox", { name: "Reviewer" }).fill("")
      await shows("Birds sing", "Dogs bark", "Cats hiss")
      // that it is in conflict is found out within half a minute
      const inConflict = `/spaces/${space}/change-requests?status=draft&conflicts=true`
      const known = async () => (await ask(world().admin, "get", inConflict)).items.length
      await expect.poll(known, { timeout: 45_000, interval: 1000 }).toBe(1)
      await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "In conflict" }).click()
      await shows("Cats hiss")
      await audit()
    })
  })

  it("lists all that it changes, of more than one answer of the API", settings, async () => {
    const { space } = await furnished()
    const draft = await changeRequest(space, "Large")
    const titles = Array.from({ length: 1040 }, (_, number) => `Page ${number + 1}`)
    for (let at = 0; at < titles.length; at += 40)
      await ask(world().admin, "post", `/spaces/${space}/change-requests/${draft.id}/content`, {
        changes: titles
          .slice(at, at + 40)
          .map((title) => ({ operation: "insert_page", title, document: { markdown: "Words.\n" } }))
      })
    await writing(`${space}/~/changes/${draft.number}`, async ({ page }) => {
      await page.getByRole("heading", { name: "1,040 changes" }).waitFor()
      const list = page.getByRole("list", { name: "Changed pages" })
      await expect.poll(() => list.getByRole("listitem").count()).toBe(1040)
      await page.getByRole("article", { name: "Page 1040", exact: true }).waitFor({ state: "attached" })
    })
  })

  it("is read, commented on, approved and merged at 390 pixels", settings, async () => {
    const { space } = await furnished()
    const draft = await changeRequest(space, "Small")
    await writing(
      `${space}/~/changes/${draft.number}`,
      async ({ check, page }) => {
        await check("Small")
        // by keyboard alone
        await page.getByRole("textbox", { name: "Comment", exact: true }).focus()
        await page.keyboard.type("Small is good.")
        await page.keyboard.press("Control+Enter")
        await says(page, "Your comment was sent")
        await page.getByRole("button", { name: "Approve" }).focus()
        await page.keyboard.press("Enter")
        await says(page, "You approved it")
        await check("Small")
        const merge = page.getByRole("button", { name: "Merge", exact: true })
        await expect.poll(() => merge.isEnabled()).toBe(true)
        await merge.focus()
        await page.keyboard.press("Enter")
        await says(page, "Merged: readers see it now")
        await check("Small")
      },
      { viewport: { width: 390, height: 844 } }
    )
  })
})

describe.skipIf(executable === undefined)("A change request in the browser, on Postgres", () => {
  stories(start(postgres))
})
