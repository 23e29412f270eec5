/**
 * What a person does with blocks of each kind and with what stands in the text, each job once by keyboard alone and once
 * with a finger at 390 pixels. In Chromium, against a real server; controls are reached as that person reaches them.
 */
import { expect } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { pixel, startSample } from "../src/sample.ts"
import { button, doneByHands, type Job, type JobRow, make, said, selectWord, withBlock } from "../src/writingJobs.ts"
import { selectionSeen } from "../src/writtenPage.ts"

const picture = { name: "pixel.png", mimeType: "image/png", buffer: pixel }

/** Presses a button of the bar of the block. */
const inBar = async ({ hand, isFinger, page }: Job, bar: string, name: string) => {
  await hand.inBar(button(page.getByRole("toolbar", { name: `${bar} settings` }), name))
  if (!isFinger) await page.keyboard.press("Enter")
}

/** Writes in a field of the bar of the block. */
const set = async ({ hand, page, toolbar }: Job, bar: string, name: string, words: string) => {
  await hand.inBar(toolbar(`${bar} settings`).getByLabel(name, { exact: true }))
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type(words)
  await page.keyboard.press("Enter")
}

/** Chooses an option of a field of the bar, as keys do or the list that phones show. */
const choose = async ({ hand, isFinger, page, toolbar }: Job, bar: string, name: string, option: string) => {
  const field = toolbar(`${bar} settings`).getByRole("combobox", { name, exact: true })
  await hand.inBar(field)
  if (isFinger) await field.selectOption(option)
  else await page.keyboard.type(option)
}

/** Chooses a file in the panel that asks for one. */
const chooseFile = async ({ hand, isFinger, page }: Job, title: string, label: string) => {
  const asked = page.getByRole("dialog", { name: title })
  const chooser = page.waitForEvent("filechooser")
  await hand.press(isFinger ? asked.getByText(label) : asked.getByLabel(label))
  await (await chooser).setFiles(picture)
  await said(page, "pixel.png is in the page")
}

/** Finds what something leads to, by its title. */
const leadTo = async ({ hand, page }: Job, words: string, title: string) => {
  const picker = page.getByRole("combobox", { name: "Leads to" })
  await picker.waitFor()
  await page.keyboard.type(words)
  await hand.take(page.getByRole("option", { name: title }).first())
}

/** Writes an answer of one line. */
const answer = async ({ page }: Job, label: string, words: string) => {
  const field = page.getByRole("textbox", { name: label, exact: true })
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(words)
  await page.keyboard.press("Enter")
}

/** Goes to a block that is no text: with the keys from the text before it, or with a touch. */
const goTo = async (job: Job, block: ReturnType<Job["page"]["locator"]>, before: string) => {
  const { body, hand, isFinger, page } = job
  if (isFinger) await hand.press(block)
  else {
    await hand.end(body, body.getByText(before).last())
    await hand.reach(body)
    await page.keyboard.press("ControlOrMeta+Home")
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowDown")
  }
  await selectionSeen(page)
}

const jobs: ReadonlyArray<JobRow> = [
  [
    "text blocks of each kind are made",
    "First.\n",
    async (job) => {
      const { page, says } = job
      const kinds: ReadonlyArray<readonly [kind: string, markdown: RegExp]> = [
        ["Heading 3", /### Words 0\n/],
        ["Heading 4", /#### Words 1\n/],
        ["Bulleted list", /\n[*-] Words 2\n/],
        ["Numbered list", /\n1\. Words 3\n/],
        ["Divider", /\n(?:\*\*\*|---)\n\nWords 4\n/],
        ["Paragraph", /\nWords 5\n/]
      ]
      let last = "First."
      for (const [at, [kind, markdown]] of kinds.entries()) {
        await make(job, last, kind)
        last = `Words ${at}`
        await page.keyboard.type(last)
        await says(markdown)
        // an empty item ends its list
        if (kind.endsWith("list")) {
          await page.keyboard.press("Enter")
          await page.keyboard.press("Enter")
          last = "Then."
          await page.keyboard.type(last)
        }
      }
    }
  ],
  [
    "an address is embedded, and a page is shown",
    "One.\n\nTwo.\n",
    async (job) => {
      const { says, welcome } = job
      // from below: what is set of a block lies over what is above it
      await make(job, "Two.", "Embed")
      await answer(job, "Address", "https://example.com/film")
      await says(/\{% embed url="https:\/\/example\.com\/film" %\}/)
      await make(job, "One.", "Link to a page")
      await leadTo(job, "welc", "Welcome")
      await says(new RegExp(`\\{% content-ref url="${welcome}" %\\}`))
    }
  ],
  [
    "operations, webhooks and schemas of a specification are shown",
    "One.\n",
    async (job) => {
      const { page, says } = job
      const shown = async (kind: string) => {
        await make(job, "One.", kind)
        await answer(job, "Specification", "petstore")
      }
      await shown("OpenAPI operation")
      await set(job, "OpenAPI operation", "Path", "/pets")
      await choose(job, "OpenAPI operation", "Method", "POST")
      await says(/\{% openapi-operation spec="petstore" path="\/pets" method="post" %\}/)
      // from its bar, back to the block
      await page.keyboard.press("Escape")
      await withBlock(job, "Delete")
      await says("One.\n")
      await shown("OpenAPI webhook")
      await set(job, "OpenAPI webhook", "Name", "born")
      await says(/\{% openapi-webhook spec="petstore" name="born"/)
      await withBlock(job, "Delete")
      await says("One.\n")
      await shown("OpenAPI schemas")
      await set(job, "OpenAPI schemas", "Schemas", "Pet, Owner")
      await says(/\{% openapi-schemas spec="petstore" schemas="Pet,Owner"/)
    }
  ],
  [
    "a file is put in and gets a caption",
    "First.\n",
    async (job) => {
      const { body, page, says } = job
      await make(job, "First.", "File")
      await chooseFile(job, "File", "Choose a file")
      await goTo(job, body.getByText("pixel.png"), "First.")
      await inBar(job, "File", "Caption")
      await page.keyboard.type("All of it")
      await says(/\{% file src="[^"]+" %\}\nAll of it\n\{% endfile %\}/)
    }
  ],
  [
    "a picture gets a caption, a width, a place, and another one in the dark",
    "First.\n",
    async (job) => {
      const { body, page, says } = job
      await make(job, "First.", "Image")
      await chooseFile(job, "Image", "Choose a picture")
      await body.locator("figure img").waitFor()
      await goTo(job, body.locator("figure img"), "First.")
      // one of a pixel is too small for a finger
      await set(job, "Image", "Width", "200")
      await inBar(job, "Image", "Picture in the dark")
      await chooseFile(job, "Picture in the dark", "Choose a picture")
      await says(/<source [^>]*srcset="[^"]+" media="\(prefers-color-scheme: dark\)"/)
      await goTo(job, body.locator("figure img").first(), "First.")
      await inBar(job, "Image", "Caption")
      await page.keyboard.type("Below it")
      await says(/width="200"[\s\S]*<figcaption><p>Below it<\/p><\/figcaption>/)
    }
  ],
  [
    "reusable content is put in, edited in place and detached",
    "First.\n",
    async (job) => {
      const { body, hand, page, world } = job
      // reusable content comes with an import
      const source = await startSample(
        world,
        {
          "README.md": "# Top\n\nFirst.\n",
          ".gitbook/includes/note.md": "---\ntitle: A note\n---\n\nShared words.\n"
        },
        `includes-${job.space}`
      )
      const space = await world.space("Includes")
      await importOk(world.api, space, { url: source.url, ref: main })
      await page.goto(`${world.origin}/app/s/${space}`)
      await body.getByText("First.").waitFor()
      const says = async (markdown: RegExp) => {
        const read = async () => {
          const drafts = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items
          const draft = `/v1/spaces/${space}/change-requests/${drafts[0]?.id}`
          const { pages } = (await world.api.get(`${draft}/content/pages`)).body
          return (await world.api.get(`${draft}/content/page/${pages?.[0].id}?format=markdown`)).body.markdown
        }
        await expect.poll(read, { interval: 300 }).toMatch(markdown)
      }
      await make(job, "First.", "Reusable content")
      await hand.press(button(page.getByRole("list", { name: "Reusable content" }), "A note"))
      await body.getByText("Shared words.").waitFor()
      await says(/\{% include "[^"]+" %\}/)
      await goTo(job, body.getByText("A note", { exact: true }), "First.")
      await inBar(job, "Reusable content", "Edit")
      const place = page.getByRole("region", { name: "Reusable content: A note" })
      const text = place.getByRole("textbox", { name: "Reusable content: A note" })
      await hand.end(text, text.getByText("Shared words."))
      await page.keyboard.type(" More.")
      await place.getByRole("status").getByText("Saved", { exact: true }).waitFor()
      await hand.press(button(place, "Done"))
      await place.waitFor({ state: "detached" })
      await goTo(job, body.getByText("A note", { exact: true }), "First.")
      await inBar(job, "Reusable content", "Detach")
      await said(page, "Its blocks are this page's own now")
      await says(/First\.\n\nShared words\. More\.\n$/)
    }
  ],
  [
    "code, hints, columns, updates and what is open at first are set",
    '```js\nlet a\n```\n\n{% hint style="info" %}\nCare.\n{% endhint %}\n\n<details>\n\n<summary>More</summary>\n\nHidden.\n\n</details>\n',
    async (job) => {
      const { body, hand, page, says } = job
      const at = async (words: string) => {
        if (job.isFinger && words === "Hidden.") {
          await hand.press(body.getByText("More"))
          await hand.end(body, body.getByText("Hidden."))
        } else if (job.isFinger) await hand.end(body, body.getByText(words))
        else {
          await hand.reach(body)
          await page.keyboard.press("ControlOrMeta+Home")
          const isIn = () =>
            page.evaluate<boolean>(`getSelection().anchorNode?.textContent.includes(${JSON.stringify(words)}) ?? false`)
          for (let left = 20; left > 0 && !(await isIn()); left--) {
            await page.keyboard.press("ArrowDown")
            await selectionSeen(page)
          }
          expect(await isIn()).toBe(true)
        }
      }
      await at("let a")
      await set(job, "Code", "Title", "a.ts")
      await inBar(job, "Code", "Line numbers")
      await inBar(job, "Code", "Wrap")
      await says(/\{% code title="a\.ts" overflow="wrap" lineNumbers="true" %\}\n```js\nlet a\n```/)
      await at("Care.")
      await choose(job, "Hint", "Style", "Danger")
      await says(/\{% hint style="danger" %\}/)
      await at("Hidden.")
      await inBar(job, "Expandable", "Open at first")
      await says(/<details open>/)
    }
  ],
  [
    "a formula is written",
    "First.\n",
    async (job) => {
      const { body, says } = job
      await make(job, "First.", "Math")
      await set(job, "Math", "Formula", "x^2")
      await body.locator("math[display=block]").waitFor()
      await says(/^First\.\n\n\$\$\nx\^2\n\$\$\n/)
    }
  ],
  [
    "columns of a table get types, and their cells values",
    "| Name | Done | Stars |\n| --- | --- | --- |\n| A | | |\n",
    async (job) => {
      const { body, hand, isFinger, page, says } = job
      const press = async (...keys: ReadonlyArray<string>) => {
        for (const key of keys) {
          await page.keyboard.press(key)
          await selectionSeen(page)
        }
      }
      const header = async (name: string) => {
        if (isFinger) await hand.press(body.getByRole("columnheader", { name }))
        else {
          await hand.reach(body)
          // to the cell below and back, and to the right, where the words are selected
          await press("ControlOrMeta+Home", "ArrowDown", "ArrowUp", "Tab", "ArrowRight")
          if (name === "Stars") await press("Tab", "ArrowRight")
        }
        await selectionSeen(page)
      }
      await header("Done")
      await choose(job, "Table", "Column type", "Checkbox")
      await body.getByRole("checkbox").waitFor()
      if (!isFinger) await press("Escape")
      await header("Stars")
      await choose(job, "Table", "Column type", "Rating")
      const stars = body.getByRole("button", { name: "1 of 5" })
      await stars.waitFor()
      if (isFinger) {
        await hand.press(body.getByRole("checkbox"))
        await hand.press(stars)
      } else {
        await press("Escape", "ArrowDown", "Shift+Tab", "Enter", "Tab", "Enter")
        await expect.poll(() => stars.evaluate((one) => one === document.activeElement)).toBe(true)
        await press("Enter")
      }
      await says(/<td>A<\/td><td>true<\/td><td>1<\/td>/)
      if (isFinger) return
      // and on from the cell
      await expect.poll(() => body.evaluate((one) => one === document.activeElement)).toBe(true)
      await press("Shift+Tab", "Space")
      await says(/<td>A<\/td><td><\/td><td>1<\/td>/)
    }
  ],
  [
    "what stands in the text is put in and set",
    "First.\n",
    async (job) => {
      const { hand, page, says, welcome, body } = job
      /** Puts one at the end of the first paragraph. */
      const put = async (kind: string) => {
        await hand.end(body, body.locator("p").first())
        await page.keyboard.type(" /")
        await page.keyboard.type(kind.toLowerCase())
        await hand.take(page.getByRole("option", { name: kind, exact: true }))
      }
      await put("Emoji")
      await says(/🙂|:[a-z_]+:/)
      await put("Icon")
      await says(/fa-circle-info/)
      await put("Variable")
      await says(/space\.vars\.name/)
      await put("Inline math")
      await says(/\$\$x\$\$/)
      await put("Button")
      await leadTo(job, "welc", "Welcome")
      await says(/class="button primary"/)
      await put("Mention")
      await leadTo(job, "welc", "Welcome")
      await says(new RegExp(`\\[[^\\]]+\\]\\(${welcome} "mention"\\)`))
      await put("Inline image")
      await chooseFile(job, "Inline image", "Choose a picture")
      await says(/<img [^>]*data-size="line"/)
    }
  ],
  [
    "words are annotated, coloured and struck",
    "First words.\n",
    async (job) => {
      const { body, hand, isFinger, page, says, toolbar } = job
      await hand.end(body, body.getByText("First words."))
      await page.keyboard.type(" Red")
      await selectWord(job)
      for (const name of ["Italic", "Strikethrough"]) {
        if (!isFinger) await page.keyboard.press("Alt+F10")
        await hand.press(button(toolbar("Format"), name))
        await selectionSeen(page)
      }
      await says(/First words\. (?:_~~Red~~_|~~_Red_~~|\*~~Red~~\*|~~\*Red\*~~)\n/)
      await hand.press(button(toolbar("Format"), "Colour"))
      await hand.press(button(toolbar("Format"), "Text red"))
      await says(/<mark style="color:red;?">/)
      await hand.end(body, body.getByText("First words."))
      await selectWord(job)
      await hand.inBar(button(toolbar("Format"), "Annotation"))
      if (!isFinger) await page.keyboard.press("Enter")
      await answer(job, "Note", "Because.")
      await page.keyboard.type(" /annotation")
      await hand.take(page.getByRole("option", { name: "Annotation", exact: true }))
      await answer(job, "Note", "Said at the end.")
      await page.keyboard.type(" End.")
      await says(/\[\^1\][\s\S]*\[\^2\][\s\S]* End\.[\s\S]*\n\[\^1\]: Because\.\n+\[\^2\]: Said at the end\.\n/)
    }
  ],
  [
    "a block's link is copied, and what is copied is pasted",
    "## Top\n\nWords.\n",
    async (job) => {
      const { body, hand, isFinger, page, says } = job
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await hand.end(body, body.getByText("Words."))
      await withBlock(job, "Copy link")
      await said(page, "The link was copied")
      if (isFinger) await hand.end(body, body.getByText("Words."))
      await page.keyboard.type(" ")
      await page.keyboard.press("ControlOrMeta+v")
      await says(/^## Top\n\nWords\. \[?[^\n]*(?:top|pages\/)/)
    }
  ]
]

doneByHands(jobs)
