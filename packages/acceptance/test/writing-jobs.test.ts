/**
 * What a person who writes has to do, each job once by keyboard alone and once with a finger at 390 pixels. In Chromium,
 * against a real server; controls are reached as that person reaches them.
 */
import { expect } from "vitest"
import { pixel } from "../src/sample.ts"
import {
  button,
  deleteHolder,
  doneByHands,
  entry,
  holders,
  type JobRow,
  kinds,
  make,
  retitle,
  said,
  saved,
  selectWord,
  showTree,
  treeOf,
  withBlock
} from "../src/writingJobs.ts"
import { selectionSeen } from "../src/writtenPage.ts"

const jobs: ReadonlyArray<JobRow> = [
  [
    "pages, groups and links are added",
    "First.\n",
    async (job) => {
      const { hand, page } = job
      await showTree(job)
      await hand.press(button(page, "New page"))
      await page.waitForURL(/\/untitled$/)
      await hand.reach(page.getByRole("textbox", { name: "Page title" }))
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.type("Tides")
      await saved(page)
      await showTree(job)
      await hand.press(button(page, "More to add"))
      await hand.take(entry(page, "Group"))
      await retitle(page, "Operations")
      await hand.press(button(page, "More to add"))
      await hand.take(entry(page, "Link"))
      const dialog = page.getByRole("dialog", { name: "New link" })
      await hand.reach(dialog.getByRole("textbox", { name: "Title" }))
      await page.keyboard.type("Status")
      await hand.reach(dialog.getByRole("textbox", { name: "Address" }))
      await page.keyboard.type("status.example.com")
      await hand.press(button(dialog, "Create"))
      await said(page, "Made the link Status")
      expect((await treeOf(page)).toSorted()).toEqual(["Operations", "Start", "Status", "Tides", "Welcome"])
    }
  ],
  [
    "pages are renamed, doubled, moved, hidden, filtered, deleted and brought back",
    "First.\n",
    async (job) => {
      const { hand, page } = job
      await showTree(job)
      const choose = async (title: string, action: string) => {
        await hand.menuOf(title)
        await hand.take(entry(page, action))
      }
      await choose("Welcome", "Rename")
      await retitle(page, "Hello")
      await said(page, "Renamed to Hello")
      await choose("Hello", "Duplicate")
      await said(page, "Made Hello (copy)")
      await choose("Hello (copy)", "Move")
      const dialog = page.getByRole("dialog", { name: "Move Hello (copy)" })
      await hand.reach(dialog.getByRole("combobox", { name: "Move into" }))
      await page.keyboard.type("start")
      await hand.take(dialog.getByRole("option", { name: /^Start/ }))
      await said(page, /Moved Hello \(copy\)/)
      await choose("Hello", "Hide")
      await said(page, /Hello is hidden/)
      await choose("Hello", "Delete")
      await said(page, "Deleted Hello")
      await hand.press(button(page.getByRole("status"), "Undo"))
      await said(page, "Hello is back")
      await hand.reach(page.getByRole("searchbox", { name: "Filter pages" }))
      await page.keyboard.type("hel")
      await expect.poll(() => treeOf(page)).not.toContain("Welcome")
    }
  ],
  [
    "title, description and options are set",
    "First.\n",
    async ({ hand, isFinger, page, space, world }) => {
      const title = page.getByRole("textbox", { name: "Page title" })
      await hand.reach(title)
      await page.keyboard.press("End")
      await page.keyboard.type(" here")
      await hand.reach(page.getByRole("textbox", { name: "Page description" }))
      await page.keyboard.type("How it begins")
      await hand.press(button(page, "Page options"))
      const dialog = page.getByRole("dialog", { name: "Page options" })
      await hand.reach(dialog.getByRole("textbox", { name: "Emoji" }))
      await page.keyboard.type("📘")
      await hand.reach(dialog.getByRole("textbox", { name: "Tags" }))
      await page.keyboard.type("beta")
      await hand.reach(dialog.getByRole("textbox", { name: "Shown if" }))
      await page.keyboard.type("visitor.claims.beta")
      await hand.reach(dialog.getByRole("textbox", { name: "Cover" }))
      await page.keyboard.type("https://pictures.example/cover.png")
      for (const name of [/^Not in search engines/, /^Wide/, /^Table of contents/i]) {
        const box = dialog.getByRole("checkbox", { name })
        if (isFinger) await dialog.getByText(name).first().tap()
        else {
          await hand.reach(box)
          await page.keyboard.press("Space")
        }
      }
      await hand.press(button(dialog, "Done"))
      await page.getByRole("heading", { level: 1, name: "Start here" }).waitFor()
      await saved(page)
      const [draft] = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items
      const { body } = await world.api.get(`/v1/spaces/${space}/change-requests/${draft.id}/content/path/start`)
      expect(body).toMatchObject({
        title: "Start here",
        description: "How it begins",
        emoji: "📘",
        condition: "visitor.claims.beta",
        noRobotsIndex: true,
        cover: { ref: { kind: "url", url: "https://pictures.example/cover.png" } }
      })
      expect(body.layout).toMatchObject({ width: "wide", tableOfContents: false })
    }
  ],
  [
    "Markdown that is typed becomes blocks, and keys are told on a sheet",
    "First.\n",
    async ({ body, hand, isFinger, page, says }) => {
      await hand.end(body, body.getByText("First."))
      await page.keyboard.press("Enter")
      await page.keyboard.type("## Head")
      await page.keyboard.press("Enter")
      await page.keyboard.type("* item")
      await page.keyboard.press("Enter")
      await page.keyboard.press("Enter")
      await page.keyboard.type("> A **bold** quote")
      await says(/^First\.\n\n## Head\n\n[*-] item\n\n> A \*\*bold\*\* quote\n$/)
      // phones have no keys to tell of
      if (isFinger) return
      await page.keyboard.press("ControlOrMeta+/")
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" })
      await sheet.getByText("Menu of the block").waitFor()
      await page.keyboard.press("Escape")
      await expect.poll(() => body.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.type(" On.")
      await says(/> A \*\*bold\*\* quote On\.\n$/)
    }
  ],
  [
    "words that somebody else changed too are settled",
    "One two.\n\nThree\n",
    async (job) => {
      const { body, hand, page, says, space, window, world } = job
      await hand.end(body, body.getByText("Three"))
      await page.keyboard.type(" four")
      await says("One two.\n\nThree four\n")
      await saved(page)
      await window.setOffline(true)
      await selectWord(job)
      await page.keyboard.type("mine")
      await page.getByRole("status").getByText("Offline: kept in this browser").first().waitFor()
      const [draft] = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items
      const content = `/v1/spaces/${space}/change-requests/${draft.id}/content`
      const { id } = (await world.api.get(`${content}/path/start`)).body
      const markdown = "One two.\n\nThree theirs\n"
      const made = await world.api.post(content, {
        changes: [{ operation: "update_page", page: id, document: { markdown } }]
      })
      expect(made.status, made.text).toBe(200)
      await window.setOffline(false)
      const conflicts = page.getByRole("region", { name: "Conflicts" })
      // whoever is offline is tried again after a while
      await conflicts.getByText("Three mine").waitFor({ timeout: 30_000 })
      if (job.isFinger) await conflicts.getByRole("radio", { name: "Theirs" }).tap()
      else {
        await hand.reach(conflicts.getByRole("radio", { name: "Both" }))
        await page.keyboard.press("ArrowLeft")
      }
      await hand.press(button(conflicts, "Settle"))
      await saved(page)
      await says(markdown)
    },
    { ignored: /ERR_INTERNET_DISCONNECTED|409/ }
  ],
  [
    "a block of each kind is made, written in and deleted",
    "First.\n\nLast.\n",
    async (job) => {
      const { body, page, says } = job
      for (const kind of kinds) {
        await make(job, "Last.", kind)
        await page.keyboard.type("Words")
        await body.getByText("Words").first().waitFor()
        if (holders.has(kind)) await deleteHolder(job, kind)
        else await withBlock(job, "Delete")
        await expect.poll(() => body.getByText("Words").count(), { message: kind }).toBe(0)
        await says("First.\n\nLast.\n")
      }
    }
  ],
  [
    "a block is turned into another, doubled and moved",
    "First.\n\nSecond.\n",
    async (job) => {
      await job.hand.end(job.body, job.body.getByText("Second."))
      await withBlock(job, "Turn into", "Quote")
      await job.says("First.\n\n> Second.\n")
      await withBlock(job, "Duplicate")
      await withBlock(job, "Move up")
      await withBlock(job, "Move up")
      await job.says("> Second.\n\nFirst.\n\n> Second.\n")
    }
  ],
  [
    "words are made bold and a link, which leads to a page",
    "First words.\n",
    async (job) => {
      const { body, hand, page, says, toolbar, welcome } = job
      await hand.end(body, body.getByText("First words."))
      await page.keyboard.type(" Bold")
      await selectWord(job)
      await hand.press(button(toolbar("Format"), "Bold"))
      await says("First words. **Bold**\n")
      await hand.press(button(toolbar("Format"), "Link"))
      await page.getByRole("combobox", { name: "Link to" }).waitFor()
      await page.keyboard.type("welc")
      await hand.take(page.getByRole("option", { name: "Welcome" }).first())
      await says(`First words. [**Bold**](${welcome})\n`)
    }
  ],
  [
    "a table gets rows and columns, code its language",
    "| Name |\n| --- |\n| A |\n\n```js\nlet a\n```\n",
    async (job) => {
      const { body, hand, page, says, toolbar } = job
      await hand.end(body, body.getByText("let a"))
      const language = toolbar("Code settings").getByRole("combobox", { name: "Language" })
      await hand.inBar(language)
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.type("ts")
      await page.keyboard.press("Enter")
      await says(/```ts\nlet a\n```/)
      if (job.isFinger) await hand.press(body.getByRole("columnheader", { name: "Name" }))
      else {
        await page.keyboard.press("ControlOrMeta+Home")
        await page.keyboard.press("ArrowDown")
      }
      await selectionSeen(page)
      for (const action of ["Add row", "Add column"]) {
        await hand.inBar(button(toolbar("Table settings"), "Rows and columns"))
        if (!job.isFinger) await page.keyboard.press("Enter")
        await hand.take(entry(page, action))
      }
      await says(/^(?:\|[^|\n]*\|[^|\n]*\|\n){4}\n```ts/)
    }
  ],
  [
    "a picture is put in, with words for who does not see it",
    "First.\n",
    async (job) => {
      const { body, hand, page, says, toolbar } = job
      await make(job, "First.", "Image")
      const asked = page.getByRole("dialog", { name: "Image" })
      const chooser = page.waitForEvent("filechooser")
      await hand.press(job.isFinger ? asked.getByText("Choose a picture") : asked.getByLabel("Choose a picture"))
      await (await chooser).setFiles({ name: "pixel.png", mimeType: "image/png", buffer: pixel })
      await body.locator("figure img").waitFor()
      if (job.isFinger) await hand.press(body.locator("figure img"))
      else await page.keyboard.press("ArrowUp")
      await hand.inBar(toolbar("Image settings").getByRole("textbox", { name: "Alternative text" }))
      await page.keyboard.type("A dot")
      await page.keyboard.press("Enter")
      await says(/!\[A dot\]|alt="A dot"/)
    }
  ],
  [
    "the Markdown of the page is written",
    "First.\n",
    async ({ body, hand, page, says }) => {
      await hand.press(button(page, "Markdown"))
      const source = page.getByRole("textbox", { name: "Markdown source" })
      await hand.end(source, source.getByText("First."))
      await page.keyboard.type(" Second.")
      await says(/First\.\s+Second\./)
      // Escape, then Tab leaves the source
      await page.keyboard.press("Escape")
      await hand.press(button(page, "Markdown"))
      await body.getByText(/First\.\s+Second\./).waitFor()
    }
  ],
  [
    "what was written is undone and done again",
    "First.\n",
    async ({ body, hand, isFinger, page, says }) => {
      await hand.end(body, body.getByText("First."))
      await page.keyboard.type(" Second.")
      await says("First. Second.\n")
      if (isFinger) await hand.press(button(page, "Undo edit"))
      else await page.keyboard.press("ControlOrMeta+z")
      await says("First.\n")
      if (isFinger) await hand.press(button(page, "Redo edit"))
      else await page.keyboard.press("ControlOrMeta+Shift+z")
      await says("First. Second.\n")
    }
  ],
  [
    "words are found and replaced",
    "One two. One three.\n",
    async ({ body, hand, isFinger, page, says }) => {
      await hand.end(body, body.getByText("One two. One three."))
      if (isFinger) await hand.press(button(page, "Find and replace"))
      else await page.keyboard.press("ControlOrMeta+f")
      const bar = page.getByRole("search")
      await bar.waitFor()
      await page.keyboard.type("One")
      await hand.reach(bar.getByRole("textbox", { name: "Replace", exact: true }))
      await page.keyboard.type("Four")
      await hand.press(button(bar, "Replace all"))
      await says("Four two. Four three.\n")
    }
  ],
  [
    "a draft is thrown away and comes back, and is published",
    "First.\n",
    async ({ body, hand, page, space }) => {
      await hand.end(body, body.getByText("First."))
      await page.keyboard.type(" Mine.")
      await saved(page)
      const bar = page.getByRole("region", { name: "Draft" })
      await hand.press(button(bar, "Discard"))
      await hand.press(button(page.getByRole("region", { name: "Draft" }), "Undo"))
      await body.getByText("First. Mine.").waitFor()
      await hand.press(button(bar, "Publish"))
      await said(page, "Your edits were published")
      expect(page.url()).toContain(space)
    }
  ],
  [
    "a draft becomes a change request",
    "First.\n",
    async ({ body, hand, page }) => {
      await hand.end(body, body.getByText("First."))
      await page.keyboard.type(" Mine.")
      await saved(page)
      await hand.press(button(page.getByRole("region", { name: "Draft" }), "Make a change request"))
      const dialog = page.getByRole("dialog")
      await hand.reach(dialog.getByRole("textbox", { name: "Subject" }))
      await page.keyboard.type("My words")
      await hand.press(button(dialog, /^(?:Create|Make)/))
      await page.getByRole("heading", { level: 1, name: /My words/ }).waitFor()
    }
  ],
  [
    "a version of the page is restored",
    "First.\n",
    async ({ body, hand, page, says }) => {
      await hand.end(body, body.getByText("First."))
      await page.keyboard.type(" Mine.")
      await says("First. Mine.\n")
      await hand.press(button(page, "History"))
      const list = page.getByRole("list", { name: "Revisions" })
      await hand.press(button(list.getByRole("listitem").filter({ hasText: "Created" }), "Restore this version"))
      await says("First.\n")
    }
  ],
  [
    "anything is found, and gone to",
    "First.\n",
    async ({ hand, page }) => {
      await hand.press(button(page, "Search").first())
      await page.getByRole("combobox", { name: "Search" }).waitFor()
      await page.keyboard.type("welcome")
      await hand.take(page.getByRole("option", { name: /Welcome/ }).first())
      await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor()
    }
  ]
]

doneByHands(jobs)
