/**
 * Blocks in the web application: each is made, changed and moved in the page as it is read, and what is on the server
 * then is its Markdown. In Chromium, against a real server; things are found by role and name.
 */
import { describe, expect, it } from "vitest"
import { pixel } from "../src/sample.ts"
import { executable } from "../src/writing.ts"
import { caretBehind, chooseKind, selectionSeen, startPages } from "../src/writtenPage.ts"

const picture = { name: "pixel.png", mimeType: "image/png", buffer: pixel }

describe.skipIf(executable === undefined)("Blocks of a page that is written in the browser", () => {
  const pages = startPages()
  const { writing } = pages

  /** What is typed after a kind was chosen, and what the page says then. */
  const kinds: ReadonlyArray<readonly [kind: string, typed: string, markdown: RegExp]> = [
    ["Paragraph", "Words", /First\.\n\nWords\n/],
    ["Heading 2", "Words", /\n## Words\n/],
    ["Heading 3", "Words", /\n### Words\n/],
    ["Heading 4", "Words", /\n#### Words\n/],
    ["Bulleted list", "Words", /\n[*-] Words\n/],
    ["Numbered list", "Words", /\n1\. Words\n/],
    ["Task list", "Words", /\n[*-] \[ \] Words\n/],
    ["Quote", "Words", /\n> Words\n/],
    ["Code", "Words", /\n```\nWords\n```\n/],
    ["Hint", "Words", /\{% hint style="info" %\}\nWords\n\{% endhint %\}/],
    ["Divider", "Words", /\n(?:\*\*\*|---)\n\nWords\n/],
    ["Table", "Words", /\| Words +\|/],
    ["Tabs", "Words", /\{% tab title="First tab" %\}\nWords\n\{% endtab %\}/],
    ["Stepper", "Words", /\{% step %\}\n#+ Words\n/],
    ["Columns", "Words", /\{% column %\}\nWords\n\{% endcolumn %\}/],
    ["Expandable", "Words", /<summary>Words<\/summary>/],
    ["Updates", "Words", /\{% update date="\d{4}-\d{2}-\d{2}" %\}\nWords\n/],
    ["Condition", "Words", /\{% if true %\}\nWords\n\{% endif %\}/],
    ["Prompt", "Words", /\{% prompt [^%]*%\}\n```\nWords\n```\n/],
    ["Cards", "Words", /<table data-view="cards">[\s\S]*Words/],
    ["Icon", "Words", /fa-circle-info[\s\S]*Words/],
    ["Variable", "Words", /space\.vars\.name[\s\S]*Words/],
    ["Inline math", "Words", /\$\$x\$\$[\s\S]*Words/],
    ["Emoji", "Words", /(?:🙂|:[a-z_]+:)Words/],
    ["Annotation", "", /\[\^\d+\]/]
  ]

  /** Those that ask first, and what is asked. */
  const asking = [
    "Image",
    "File",
    "Embed",
    "Link to a page",
    "Reusable content",
    "OpenAPI operation",
    "OpenAPI schemas",
    "OpenAPI webhook",
    "Button",
    "Mention",
    "Inline image"
  ]
  /** Made from its bar alone: an empty formula is no block. */
  const others = ["Math"]

  it("the menu offers the kinds of these tables, in groups, and closes without a trace but the stroke", async () => {
    await writing("First.\n", async ({ body, page }) => {
      await caretBehind(page, body.getByText("First."))
      await page.keyboard.press("Enter")
      await page.keyboard.type("/")
      const menu = page.getByRole("listbox", { name: "Insert a block" })
      const names = await menu
        .getByRole("option")
        .evaluateAll((all) => all.map((one) => one.querySelector(".panel-title")?.textContent ?? ""))
      expect(names.toSorted()).toEqual([...kinds.map(([kind]) => kind), ...asking, ...others].toSorted())
      const active = () => body.getAttribute("aria-activedescendant")
      const first = await active()
      await page.keyboard.press("ArrowDown")
      expect(await active()).not.toBe(first)
      await page.keyboard.press("Escape")
      await menu.waitFor({ state: "detached" })
      await page.keyboard.type(" or so")
      await body.getByText("/ or so").waitFor()
    })
  }, 60_000)

  it("each kind of them that asks nothing is made from the menu by keyboard, and saved", async () => {
    for (const [kind, typed, markdown] of kinds) {
      await writing("First.\n", async ({ body, page, says }) => {
        await chooseKind(page, body.getByText("First."), kind)
        await page.keyboard.type(typed)
        await says(markdown)
      })
    }
  }, 300_000)

  it("a picture is asked for, uploaded where it will stand, and gets words of its own", async () => {
    await writing("First.\n\nLast.\n", async ({ audit, body, page, says, toolbar }) => {
      await chooseKind(page, body.getByText("First."), "Image")
      const asked = page.getByRole("dialog", { name: "Image" })
      await asked.waitFor()
      await audit()
      await asked.getByLabel("Choose a picture").setInputFiles(picture)
      // it has no words yet, and so no role
      await body.locator("figure img").click()
      const bar = toolbar("Image settings")
      await bar.getByRole("textbox", { name: "Alternative text" }).fill("A dot")
      await page.keyboard.press("Enter")
      await bar.getByRole("textbox", { name: "Width" }).fill("50%")
      await page.keyboard.press("Enter")
      await bar.getByRole("button", { name: "Caption" }).click()
      await body.getByRole("img", { name: "A dot" }).waitFor()
      await page.keyboard.type("Below it")
      await says(
        /^First\.\n\n<figure><img src="[^"]+" alt="A dot" width="50%"><figcaption><p>Below it<\/p><\/figcaption><\/figure>\n\nLast\.\n$/
      )
    })
  }, 60_000)

  it("without a line a file keeps its place and says why, the words around stay, and it goes on when there is one", async () => {
    await writing(
      "First.\n\nLast.\n",
      async ({ body, page, says, window }) => {
        await chooseKind(page, body.getByText("First."), "Image")
        await window.setOffline(true)
        await page.getByRole("dialog", { name: "Image" }).getByLabel("Choose a picture").setInputFiles(picture)
        await body.getByText(/pixel\.png was not uploaded/).waitFor()
        await body.getByText("First.").waitFor()
        await body.getByRole("button", { name: "Try again: pixel.png" }).waitFor()
        await window.setOffline(false)
        await body.locator("figure img").waitFor()
        await says(/<img src=|!\[\]\(/)
      },
      { ignored: /ERR_INTERNET_DISCONNECTED/ }
    )
  }, 60_000)

  it("an address, a page and a specification are asked for beside the text", async () => {
    await writing("First.\n", async ({ body, page, says, toolbar, welcome }) => {
      await chooseKind(page, body.getByText("First."), "Embed")
      await page.getByRole("textbox", { name: "Address" }).fill("https://example.com/film")
      await page.keyboard.press("Enter")
      await body.getByText("example.com/film").waitFor()
      await chooseKind(page, body.getByText("First."), "Link to a page")
      await page.getByRole("combobox", { name: "Leads to" }).fill("welc")
      await page.getByRole("option", { name: "Welcome" }).first().click()
      await body.getByText("Welcome").waitFor()
      await chooseKind(page, body.getByText("First."), "OpenAPI operation")
      await page.getByRole("textbox", { name: "Specification" }).fill("petstore")
      await page.keyboard.press("Enter")
      await toolbar("OpenAPI operation settings").getByRole("textbox", { name: "Path" }).fill("/pets")
      await page.keyboard.press("Enter")
      await says(/\{% openapi-operation spec="petstore" path="\/pets" method="get" %\}/)
      await says(new RegExp(`\\{% content-ref url="${welcome}" %\\}`))
      await says(/\{% embed url="https:\/\/example\.com\/film" %\}/)
    })
  }, 60_000)

  it("a block is turned into another, doubled, moved and deleted from its handle, by keyboard alone", async () => {
    await writing("First.\n\nSecond.\n", async ({ audit, body, page, says }) => {
      await caretBehind(page, body.getByText("Second."))
      await page.getByRole("button", { name: "Block: Paragraph" }).waitFor()
      const entry = async (...names: ReadonlyArray<string>) => {
        await page.keyboard.press("Control+.")
        for (const name of names) {
          await page.getByRole("menuitem", { name, exact: true }).focus()
          if (name === "Turn into") await audit()
          await page.keyboard.press("Enter")
        }
        await page.getByRole("menu").waitFor({ state: "detached" })
      }
      await entry("Turn into", "Quote")
      await says("First.\n\n> Second.\n")
      await entry("Turn into", "Heading 2")
      await says("First.\n\n## Second.\n")
      await entry("Duplicate")
      await entry("Move up")
      await entry("Move up")
      await says("## Second.\n\nFirst.\n\n## Second.\n")
      await entry("Delete")
      await says("First.\n\n## Second.\n")
      // a menu that is left is as if it had not been there
      await caretBehind(page, body.getByText("First."))
      await page.keyboard.press("Control+.")
      await page.keyboard.press("Escape")
      await page.keyboard.type(" More.")
      await says("First. More.\n\n## Second.\n")
    })
  }, 60_000)

  it("a block is pulled by its handle to another place", async () => {
    await writing("First.\n\nSecond.\n\nThird.\n", async ({ body, page, says }) => {
      await body.getByText("Third.").hover()
      const grip = page.getByRole("button", { name: "Block: Paragraph" })
      await grip.hover()
      await page.mouse.down()
      const first = (await body.getByText("First.").boundingBox())!
      await page.mouse.move(first.x + 20, first.y + first.height / 2, { steps: 8 })
      await page.mouse.move(first.x + 20, first.y + 1, { steps: 3 })
      await page.mouse.up()
      await says("Third.\n\nFirst.\n\nSecond.\n")
    })
  }, 60_000)

  it("what is set of a block is set in its bar: code, hint, tab, column, expandable", async () => {
    const markdown =
      '```js\nlet a\n```\n\n{% hint style="info" %}\nCare.\n{% endhint %}\n\n{% tabs %}\n{% tab title="One" %}\nIn one.\n{% endtab %}\n\n{% tab title="Two" %}\nIn two.\n{% endtab %}\n{% endtabs %}\n'
    await writing(markdown, async ({ body, page, says, toolbar }) => {
      await body.getByText("let a").click()
      const code = toolbar("Code settings")
      await code.getByRole("combobox", { name: "Language" }).fill("ts")
      await page.keyboard.press("Enter")
      await code.getByRole("textbox", { name: "Title" }).fill("a.ts")
      await page.keyboard.press("Enter")
      await code.getByRole("button", { name: "Line numbers" }).click()
      await code.getByRole("button", { name: "Wrap" }).click()
      await body.getByText("Care.").click()
      await toolbar("Hint settings").getByRole("combobox", { name: "Style" }).selectOption("Danger")
      await body.getByRole("tab", { name: "Two" }).click()
      await toolbar("Tab settings").getByRole("textbox", { name: "Title" }).fill("Second")
      await page.keyboard.press("Enter")
      await body.getByRole("button", { name: "Add a tab" }).click()
      await page.keyboard.type("In three.")
      await says(/\{% code title="a\.ts" overflow="wrap" lineNumbers="true" %\}\n```ts\nlet a\n```/)
      await says(/\{% hint style="danger" %\}/)
      await says(/title="Second" %\}\nIn two\.\n\{% endtab %\}\n\n\{% tab title="New tab" %\}\nIn three\./)
    })
  }, 60_000)

  it("tables have rows, columns, types and values; they become cards", async () => {
    await writing("| Name | Done |\n| --- | --- |\n| A | |\n", async ({ audit, body, page, says, toolbar }) => {
      const bar = toolbar("Table settings")
      const column = async (name: string) => {
        await bar.getByRole("button", { name: "Rows and columns" }).click()
        await page.getByRole("menuitem", { name, exact: true }).click()
      }
      await body.getByRole("cell", { name: "A" }).click()
      await column("Add row")
      await page.keyboard.type("B")
      await body.getByRole("columnheader", { name: "Done" }).click()
      await selectionSeen(page)
      await bar.getByRole("combobox", { name: "Column type" }).selectOption("Checkbox")
      await body.getByRole("checkbox").first().click()
      await audit()
      await body.getByRole("cell", { name: "B" }).click()
      await column("Add column")
      await says(/data-type="checkbox"[\s\S]*<td>A<\/td><td><\/td><td>true<\/td>[\s\S]*<td>B<\/td>/)
      await bar.getByRole("combobox", { name: "Shown as" }).selectOption("Cards")
      await says(/<table data-view="cards"/)
    })
  }, 60_000)

  it("what blocks cannot hold is edited as text, tasks are ticked, and a heading is found by its anchor", async () => {
    const markdown = `<!-- a comment -->\n\n* [ ] to do\n\n${"Words.\n\n".repeat(60)}## Far down\n\nHere.\n`
    await writing(
      markdown,
      async ({ body, page, says }) => {
        await body.getByRole("heading", { name: "Far down" }).waitFor()
        const heading = body.getByRole("heading", { name: "Far down" })
        await expect.poll(() => heading.getAttribute("id")).toBe("far-down")
        await page.waitForTimeout(500)
        const box = (await heading.boundingBox())!
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.y).toBeLessThan(900)
        await body.getByRole("textbox", { name: "Source" }).fill("<!-- another -->")
        await body.getByRole("checkbox", { name: "Done" }).click()
        await body.getByText("Here.").click()
        await says(/^<!-- another -->\n\n\* \[x\] to do\n/)
      },
      { anchor: "#far-down" }
    )
  }, 60_000)

  it.each([
    [1440, "light"],
    [390, "dark"]
  ] as const)(
    "every block of the dialect can be written in, at %i pixels, %s, and nothing is changed by looking",
    async (width, colorScheme) => {
      const { readFileSync } = await import("node:fs")
      const text = readFileSync(new URL("../../../docs/reference/markdown.md", import.meta.url), "utf8").replace(
        /^---\n.*?\n---\n+# [^\n]+\n/s,
        ""
      )
      await writing(
        text,
        async ({ body, check, page, space }) => {
          await check("Start")
          for (const role of ["note", "tablist", "table"] as const)
            await expect.poll(() => body.getByRole(role).count()).toBeGreaterThan(0)
          await body.getByRole("heading").first().click()
          await page.keyboard.press("Control+/")
          await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
          await page.keyboard.press("Escape")
          const drafts = await pages.world().api.get(`/v1/spaces/${space}/change-requests?status=draft`)
          expect(drafts.body.items).toEqual([])
        },
        { viewport: { width, height: 844 }, colorScheme }
      )
    },
    60_000
  )
})
