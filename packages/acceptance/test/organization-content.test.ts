/** What authors of an organization set up for pages, done in Chromium: OpenAPI specifications, translations, the glossary, fonts. */
import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { pets } from "../src/openapi.ts"
import { startOutside } from "../src/outside.ts"
import { executable, goToPart, settled, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { caveat } from "../src/uploads.ts"

/** Waits for a screen that was looked at before, here or elsewhere. */
const at = (page: Page, heading: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor()

/** By the navigation of the organization, from its home. */
const goTo = async (page: Page, name: string): Promise<void> => {
  await at(page, "Acme")
  await goToPart(page, name)
}

/** Does what the menu of a row has. */
const act = async (page: Page, of: string, what: string): Promise<void> => {
  await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).press("Enter")
  await page.getByRole("menuitem", { name: what, exact: true }).press("Enter")
}

/** A file of a machine that knows the type of none. */
const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content)
})

onBothStores("Content of an organization", (store: Store) => {
  let outside: Awaited<ReturnType<typeof startOutside>>
  const { open, world } = startScreens(store, async () => {
    outside = await startOutside()
    // one of the servers has nothing that translates
    return store === sqlite ? { translator: "libretranslate", translatorUrl: outside.url } : {}
  })
  afterAll(() => outside?.close())
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
  const home = () => `/app/o/${world().organization}`
  const onSqlite = it.skipIf(executable === undefined || store !== sqlite)
  const onPostgres = it.skipIf(executable === undefined || store === sqlite)
  /** A new space with a page of one paragraph. */
  const written = async (title: string, markdown: string) => {
    const space = await world().space(title)
    const page = { operation: "insert_page", title: "Welcome", document: { markdown } }
    const { status } = await world().api.post(`/v1/spaces/${space}/content`, { changes: [page] })
    expect(status).toBeLessThan(300)
    return space
  }

  onSqlite("OpenAPI specifications are added, read again, shown and deleted", async () => {
    await open(
      home(),
      async ({ audit, check, page }) => {
        await goTo(page, "OpenAPI")
        await check("OpenAPI")
        await page.getByRole("button", { name: "Add a specification" }).press("Enter")
        const adding = page.getByRole("dialog", { name: "Add a specification" })
        const address = adding.getByRole("textbox", { name: "Address of the description" })
        const name = adding.getByRole("textbox", { name: "Name" })
        await address.fill("ftp://example.org/pets.json")
        await name.fill("Pet store")
        await adding.getByRole("button", { name: "Add" }).press("Enter")
        // what is wrong stands at its field
        await adding.getByRole("alert").getByText("letters and digits").waitFor()
        await audit()
        await name.fill("pets")
        await name.press("Enter")
        await adding.getByRole("alert").getByText("http or https address").waitFor()
        await address.fill(`${outside.url}/pets.json`)
        await address.press("Enter")
        await at(page, "pets")
        await page.getByText("Ready", { exact: true }).waitFor()

        // each operation as it stands on a page
        await settled(page)
        await page.getByRole("button", { name: "Show its operations" }).press("Enter")
        await page.getByRole("button", { name: "Copy Markdown of GET /pets" }).press("Enter")
        await told(page, "The Markdown of GET /pets was copied")
        await expect
          .poll(() => page.evaluate("navigator.clipboard.readText()"))
          .toBe('{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}')
        await check("pets")
        await takePicture(page, "openapi-spec")

        // another text is another version; none leaves those that are there
        const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem")
        await versions.first().waitFor()
        await expect.poll(() => versions.count()).toBe(1)
        outside.description.text = pets.replace("List pets", "List all pets")
        await page.getByRole("button", { name: "Fetch it now" }).press("Enter")
        await versions.nth(1).waitFor()
        await page.getByRole("list", { name: "Operations" }).getByText("List all pets").waitFor()
        const text = await versions.first().getByRole("link").getAttribute("href")
        expect(await (await fetch(text!)).text()).toBe(outside.description.text)
        outside.description.status = 500
        await page.getByRole("button", { name: "Fetch it now" }).press("Enter")
        await page.getByText("Not fetched", { exact: true }).waitFor()
        await page.getByRole("list", { name: "What is wrong" }).getByText("500").waitFor()
        await expect.poll(() => versions.count()).toBe(2)
        outside.description.status = 200

        await page.getByRole("checkbox", { name: /^Anyone/ }).press("Space")
        await told(page, "Anyone may read pets")
        await page.getByRole("button", { name: "Copy the public address" }).press("Enter")
        await told(page, "The public address was copied")
        const published = await page.evaluate<string>("navigator.clipboard.readText()")
        expect((await fetch(published)).status).toBe(200)

        await page.getByRole("button", { name: "Make a space of it" }).press("Enter")
        const making = page.getByRole("dialog", { name: "Make a space of pets" })
        await making.getByRole("textbox", { name: "Title" }).fill("All about pets")
        await audit()
        await making.getByRole("button", { name: "Make the space" }).press("Enter")
        await page.getByRole("tree", { name: "Pages" }).getByRole("treeitem", { name: "Pets", exact: true }).waitFor()

        await page.goBack()
        await at(page, "pets")
        await page.getByRole("button", { name: "Delete" }).press("Enter")
        const deleting = page.getByRole("dialog", { name: "Delete pets" })
        await deleting.getByText("Its public address answers nothing any more").waitFor()
        await audit()
        await deleting.getByRole("button", { name: "Delete" }).press("Enter")
        await at(page, "OpenAPI")
        await page.getByText("There are no specifications yet").waitFor()
        expect((await fetch(published)).status).toBe(404)
      },
      { permissions: ["clipboard-read", "clipboard-write"], ignored: /40[04]/ }
    )
  })

  onSqlite("OpenAPI specifications come as files, and are only read by who may not change them", async () => {
    await open(
      `${home()}/openapi`,
      async ({ audit, check, page }) => {
        await at(page, "OpenAPI")
        await page.getByRole("button", { name: "Add a specification" }).click()
        const adding = page.getByRole("dialog", { name: "Add a specification" })
        await adding.getByText("JSON or YAML of this machine").click()
        await adding
          .getByLabel("Choose: Description")
          .setInputFiles(file("Pet Store.yaml", "openapi: 3.1.0\ninfo: [unclosed"))
        await adding.getByText("Pet Store.yaml, 30 B").waitFor()
        await expect.poll(() => adding.getByRole("textbox", { name: "Name" }).inputValue()).toBe("pet-store")
        await audit()
        await adding.getByRole("button", { name: "Add" }).click()
        await at(page, "pet-store")
        await page.getByText("Not read", { exact: true }).waitFor()
        await page.getByText("Pages have nothing of it to show yet").waitFor()
        await settled(page)
        await page.getByRole("button", { name: "Change the source" }).click()
        const changing = page.getByRole("dialog", { name: "Another source for pet-store" })
        await changing.getByLabel("Choose: Description").setInputFiles(file("any.json", pets))
        await changing.getByRole("button", { name: "Read it" }).click()
        await page.getByText("Ready", { exact: true }).waitFor()
        await settled(page)
        await page.getByRole("button", { name: "Show its operations" }).click()
        await page.getByRole("list", { name: "Operations" }).waitFor()
        await check("pet-store")
        await takePicture(page, "openapi-spec-390-dark")
      },
      phone
    )
    await open(
      `${home()}/openapi`,
      async ({ check, page }) => {
        await check("OpenAPI")
        const main = page.getByRole("main")
        expect(await main.getByRole("button").count()).toBe(0)
        await main.getByRole("link", { name: /^pet-store/ }).click()
        await check("pet-store")
        await page.getByRole("list", { name: "Versions" }).waitFor()
        await expect.poll(() => main.getByRole("button").allTextContents()).toEqual(["Show its operations"])
        expect(await main.getByRole("checkbox").count()).toBe(0)
      },
      { ...phone, as: await world().member("read") }
    )
  })

  onPostgres("Translations of a server that nothing translates on say what lacks", async () => {
    await written("Handbook", "Hello to all.")
    await open(`${home()}/translations`, async ({ check, page }) => {
      await check("Translations")
      await page.getByRole("button", { name: "New translation" }).click()
      const making = page.getByRole("dialog", { name: "New translation" })
      await making.getByRole("combobox", { name: "Space" }).selectOption({ label: "Handbook" })
      await making.getByRole("combobox", { name: "Translate into" }).selectOption("fr")
      await making.getByRole("button", { name: "Translate" }).click()
      await page.getByRole("note").getByText("Nothing translates on this server yet").waitFor()
      await page.getByRole("listitem").filter({ hasText: "Handbook in French" }).getByText("Failed").waitFor()
      await settled(page)
      await check("Translations")
      await takePicture(page, "translations-no-provider")
    })
  })

  onSqlite(
    "Translations are made, run, changed and deleted, with the words that they keep to, by keyboard",
    async () => {
      const source = await written("Handbook", "Hello to all. This is a change request.")
      await open(
        home(),
        async ({ audit, check, page }) => {
          await goTo(page, "Translations")
          await check("Translations")

          // a term first, in two languages
          await page.getByRole("button", { name: "Add a term" }).press("Enter")
          const adding = page.getByRole("dialog", { name: "Add a term" })
          await adding.getByRole("textbox", { name: "English" }).fill("change request")
          await adding.getByRole("combobox", { name: "Another language" }).selectOption("fr")
          await adding.getByRole("textbox", { name: "French" }).fill("demande de modification")
          await audit()
          await page.keyboard.press("Enter")
          await told(page, "“change request” was saved")
          await settled(page)
          const terms = page.getByRole("list", { name: "Glossary" }).getByRole("listitem")
          await terms.getByText("demande de modification").waitFor()

          await page.getByRole("button", { name: "New translation" }).press("Enter")
          const making = page.getByRole("dialog", { name: "New translation" })
          await making.getByRole("combobox", { name: "Space" }).selectOption({ label: "Handbook" })
          await expect.poll(() => making.getByRole("combobox", { name: "Written in" }).inputValue()).toBe("en")
          await making.getByRole("combobox", { name: "Translate into" }).selectOption("en")
          await making.getByRole("button", { name: "Translate" }).press("Enter")
          await making.getByRole("alert").getByText("differ from the language of the source").waitFor()
          await making.getByRole("combobox", { name: "Translate into" }).selectOption("fr")
          await making.getByRole("textbox", { name: "Instructions" }).fill("Be kind.")
          await audit()
          await making.getByRole("button", { name: "Translate" }).press("Enter")
          await told(page, "Handbook is being translated into French")
          await settled(page)
          const row = page.getByRole("list", { name: "Translations" }).getByRole("listitem")
          await row.getByText("Done").waitFor()
          const result = await row.getByRole("link", { name: "Handbook in French" }).getAttribute("href")
          const { body } = await world().api.get(
            `/v1/spaces/${result!.split("/").at(-1)}/content/path/welcome?format=markdown`
          )
          expect(body.markdown).toContain("HELLO TO ALL")
          expect(body.markdown).toContain("demande de modification")

          // only what is new is translated
          await world().api.post(`/v1/spaces/${source}/content`, {
            changes: [{ operation: "insert_page", title: "More", document: { markdown: "Two words." } }]
          })
          await row.getByRole("button", { name: "Run Handbook in French" }).press("Enter")
          await row.getByText(/2 runs/).waitFor()
          await act(page, "Handbook in French", "Runs")
          const runs = page.getByRole("dialog", { name: "Runs of Handbook in French" })
          await runs.getByText("3 words on 1 page.").waitFor()
          await expect.poll(() => runs.getByRole("listitem").count()).toBe(2)
          await audit()
          await runs.getByRole("button", { name: "Done" }).press("Enter")
          await settled(page)

          await act(page, "Handbook in French", "How it is translated")
          const how = page.getByRole("dialog", { name: "How Handbook in French is translated" })
          await expect.poll(() => how.getByRole("textbox", { name: "Instructions" }).inputValue()).toBe("Be kind.")
          await how.getByRole("checkbox", { name: /^Translate addresses/ }).press("Space")
          await how.getByRole("button", { name: "Save" }).press("Enter")
          await told(page, "The next run of Handbook in French goes by it")
          await settled(page)
          await check("Translations")
          await takePicture(page, "translations-done")

          await act(page, "Handbook in French", "Delete")
          const deleting = page.getByRole("dialog", { name: "Delete the translation Handbook in French" })
          await deleting.getByText("Its space stays").waitFor()
          await deleting.getByRole("button", { name: "Delete" }).press("Enter")
          await page.getByText("There are no translations yet").waitFor()
          await page
            .getByRole("tree", { name: "Spaces" })
            .getByRole("treeitem", { name: /French|français/i })
            .waitFor()
        },
        { ignored: /400/ }
      )

      // many terms, found, changed, and taken out with an undo
      const glossary = `/v1/orgs/${world().organization}/translations-glossary`
      const operations = Array.from({ length: 60 }, (_, at) => ({
        type: "insert",
        translations: { en: `term ${at}`, "pt-br": `termo ${at}` }
      }))
      expect((await world().api.request("PUT", glossary, { body: { operations } })).status).toBe(204)
      await open(
        `${home()}/translations`,
        async ({ check, page }) => {
          await check("Translations")
          const terms = page.getByRole("list", { name: "Glossary" }).getByRole("listitem")
          await terms.nth(49).waitFor()
          await expect.poll(() => terms.count()).toBe(50)
          await page.getByRole("button", { name: "Show more" }).press("Enter")
          await terms.nth(60).waitFor()
          await page.getByRole("searchbox", { name: "Filter terms" }).fill("MODIFICATION")
          await terms.nth(1).waitFor({ state: "detached" })
          await terms.getByRole("button", { name: "Edit change request" }).press("Enter")
          const editing = page.getByRole("dialog", { name: "Change “change request”" })
          await editing.getByRole("button", { name: "Remove English" }).press("Enter")
          await editing.getByRole("button", { name: "Save" }).press("Enter")
          await told(page, "“demande de modification” was saved")
          await settled(page)
          await terms.getByRole("button", { name: "Delete demande de modification" }).press("Enter")
          await page.getByText("No term has “MODIFICATION”").waitFor()
          await page.getByRole("status").getByRole("button", { name: "Undo" }).press("Enter")
          await terms.getByText("demande de modification").waitFor()
          await page.getByRole("searchbox", { name: "Filter terms" }).fill("term 11")
          await check("Translations")
          await takePicture(page, "translations-390-dark")
        },
        phone
      )
    }
  )

  onSqlite("Fonts are added, seen, chosen for a site, changed and deleted", async () => {
    const site = await setUpSite(world(), "Lanterns", "Docs")
    const drawn = `[...document.fonts].filter(({ family, status }) => family.includes("custom-") && status === "loaded").length`
    await open(
      home(),
      async ({ audit, check, page }) => {
        await goTo(page, "Fonts")
        await check("Fonts")
        await page.getByRole("button", { name: "Add a font" }).press("Enter")
        const adding = page.getByRole("dialog", { name: "Add a font" })
        await adding.getByRole("textbox", { name: "Name" }).fill("Lantern hand")
        const add = adding.getByRole("button", { name: "Add" })
        await adding.getByLabel("Choose: Regular (400)").setInputFiles(file("hand.ttf", "any"))
        await adding.getByRole("alert").getByText("Convert TrueType and OpenType fonts").waitFor()
        await expect.poll(() => add.isDisabled()).toBe(true)
        await adding.getByLabel("Replace: Regular (400)").setInputFiles(file("hand.woff2", caveat(400)))
        await adding.getByRole("combobox", { name: "Another weight" }).selectOption("700")
        // what only the server sees is told at its weight
        await adding.getByLabel("Choose: Bold (700)").setInputFiles(file("bold.woff", "wOFF of nothing"))
        await add.press("Enter")
        await adding.getByRole("alert").getByText("The file is").waitFor()
        await audit()
        await takePicture(page, "fonts-refused")
        await adding.getByLabel("Replace: Bold (700)").setInputFiles(file("bold.woff", caveat(700, "woff")))
        await add.press("Enter")

        await told(page, "The font “Lantern hand” was added")
        await settled(page)
        const row = page.getByRole("list", { name: "Fonts" }).getByRole("listitem")
        await row.getByText("Bold (700)").waitFor()
        await expect.poll(() => page.evaluate(drawn)).toBe(1)
        await check("Fonts")
        await takePicture(page, "fonts-added")

        await page.goto(`${world().origin}${site.app}/look`)
        await at(page, "Look")
        await page.getByRole("combobox", { name: "Headings" }).selectOption({ label: "Lantern hand" })
        await page.getByRole("combobox", { name: "Code" }).selectOption({ label: "JetBrains Mono" })
        await page.getByRole("region", { name: "Fonts" }).scrollIntoViewIfNeeded()
        await takePicture(page, "fonts-look")
        await page.getByRole("button", { name: "Save", exact: true }).press("Enter")
        await told(page, "The look of the site was saved")
        const { styling } = (await world().api.get(`${site.api}/customization`)).body
        expect(styling).toMatchObject({
          font: "Inter",
          headingFont: { fontFamily: "Lantern hand" },
          monospaceFont: "JetBrainsMono"
        })
        const [, sheet] = /href="([^"]*)" data-look/.exec(await (await fetch(site.url!)).text()) ?? []
        expect(await (await fetch(new URL(sheet!, site.url))).text()).toContain(styling.headingFont.id)
      },
      { ignored: /412/ }
    )
    await open(
      `${home()}/fonts`,
      async ({ audit, check, page }) => {
        await check("Fonts")
        await act(page, "Lantern hand", "Name and files")
        const changing = page.getByRole("dialog", { name: "Change Lantern hand" })
        await changing.getByRole("textbox", { name: "Name" }).fill("Lantern script")
        await audit()
        await takePicture(page, "fonts-change-390-dark")
        await changing.getByRole("button", { name: "Remove Bold (700)" }).press("Enter")
        await changing.getByRole("button", { name: "Save" }).press("Enter")
        await told(page, "The font “Lantern script” was saved")
        await settled(page)
        expect(await page.getByText("Bold (700)").count()).toBe(0)
        await act(page, "Lantern script", "Delete")
        const deleting = page.getByRole("dialog", { name: "Delete Lantern script" })
        await deleting.getByRole("list", { name: "Sites" }).getByText("Lanterns").waitFor()
        await audit()
        await takePicture(page, "fonts-delete-390-dark")
        await deleting.getByRole("button", { name: "Delete" }).press("Enter")
        await page.getByText("There are no fonts yet").waitFor()
        const { styling } = (await world().api.get(`${site.api}/customization`)).body
        expect(styling.headingFont).toBeUndefined()
      },
      phone
    )
  })
})
