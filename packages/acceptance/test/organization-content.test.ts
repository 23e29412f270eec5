/** What authors of an organization set up for pages, done in Chromium: OpenAPI specifications. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { pets } from "../src/openapi.ts"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("Content of an organization", (store: Store) => {
  const { open, world } = startScreens(store)
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
  const home = () => `/app/o/${world().organization}`

  /** Somewhere else, where a description lies. */
  let outside: Server
  const answer = { status: 200, text: pets }
  beforeAll(async () => {
    outside = createServer((_, response) => response.writeHead(answer.status).end(answer.text))
    await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve))
  })
  afterAll(() => outside.close())
  const description = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}/pets.json`

  it.skipIf(executable === undefined)("OpenAPI specifications are added, read again, shown and deleted", async () => {
    await open(
      home(),
      async ({ audit, check, page }) => {
        await check("Acme")
        await page
          .getByRole("navigation", { name: "Organization" })
          .getByRole("link", { name: "OpenAPI" })
          .press("Enter")
        await check("OpenAPI")
        if (store === sqlite) await takePicture(page, "openapi-empty")
        await page.getByText("There are no specifications yet").waitFor()
        await page.getByRole("button", { name: "Add a specification" }).press("Enter")
        const adding = page.getByRole("dialog", { name: "Add a specification" })
        const [address, name] = ["Address of the description", "Name"].map((label) =>
          adding.getByRole("textbox", { name: label })
        )
        await address!.fill("ftp://example.org/pets.json")
        await name!.fill("Pet store")
        await adding.getByRole("button", { name: "Add" }).press("Enter")
        // what is wrong stands at its field
        await adding.getByRole("alert").getByText("letters and digits").waitFor()
        await audit()
        if (store === sqlite) await takePicture(page, "openapi-add")
        await name!.fill("pets")
        await name!.press("Enter")
        await adding.getByRole("alert").getByText("http or https address").waitFor()
        await address!.fill(description())
        await address!.press("Enter")
        await check("pets")
        await page.getByText("Ready", { exact: true }).waitFor()

        // each operation as it stands on a page
        await settled(page)
        await page.getByRole("button", { name: "Show its operations" }).press("Enter")
        await page.getByRole("button", { name: "Copy Markdown of GET /pets" }).press("Enter")
        await told(page, "The Markdown of GET /pets was copied")
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
          '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}'
        )
        await check("pets")
        if (store === sqlite) await takePicture(page, "openapi-spec")

        // another text is another version; none leaves those that are there
        const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem")
        await versions.first().waitFor()
        expect(await versions.count()).toBe(1)
        answer.text = pets.replace("List pets", "List all pets")
        await page.getByRole("button", { name: "Fetch it now" }).press("Enter")
        await versions.nth(1).waitFor()
        await page.getByRole("list", { name: "Operations" }).getByText("List all pets").waitFor()
        const text = await versions.first().getByRole("link").getAttribute("href")
        expect(await (await fetch(text!)).text()).toBe(answer.text)
        answer.status = 500
        await page.getByRole("button", { name: "Fetch it now" }).press("Enter")
        await page.getByText("Not fetched", { exact: true }).waitFor()
        await page.getByRole("list", { name: "What is wrong" }).getByText("500").waitFor()
        await check("pets")
        if (store === sqlite) await takePicture(page, "openapi-not-fetched")
        expect(await versions.count()).toBe(2)
        answer.status = 200

        const anyone = page.getByRole("checkbox", { name: /^Anyone/ })
        await anyone.press("Space")
        await told(page, "Anyone may read pets")
        await page.getByRole("button", { name: "Copy the public address" }).press("Enter")
        await told(page, "The public address was copied")
        const published = await page.evaluate<string>("navigator.clipboard.readText()")
        expect((await fetch(published)).status).toBe(200)

        await page.getByRole("button", { name: "Make a space of it" }).press("Enter")
        const making = page.getByRole("dialog", { name: "Make a space of pets" })
        await making.getByRole("textbox", { name: "Title" }).fill("All about pets")
        await audit()
        if (store === sqlite) await takePicture(page, "openapi-space")
        await making.getByRole("button", { name: "Make the space" }).press("Enter")
        await page.getByRole("tree", { name: "Pages" }).getByRole("treeitem").first().waitFor()
        expect(await page.getByRole("tree", { name: "Pages" }).textContent()).toContain("pets")

        await page.goBack()
        await check("pets")
        await page.getByRole("button", { name: "Delete" }).press("Enter")
        const deleting = page.getByRole("dialog", { name: "Delete pets" })
        await deleting.getByText("Its public address answers nothing any more").waitFor()
        await audit()
        await deleting.getByRole("button", { name: "Delete" }).press("Enter")
        await check("OpenAPI")
        await page.getByText("There are no specifications yet").waitFor()
        expect((await fetch(published)).status).toBe(404)
      },
      { permissions: ["clipboard-read", "clipboard-write"], ignored: /40[04]/ }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "OpenAPI specifications come as files, and are only read by who may not change them",
    async () => {
      await open(
        `${home()}/openapi`,
        async ({ audit, check, page }) => {
          await check("OpenAPI")
          await page.getByRole("button", { name: "Add a specification" }).click()
          const adding = page.getByRole("dialog", { name: "Add a specification" })
          await adding.getByText("JSON or YAML of this machine").click()
          await adding.getByLabel("Choose: Description").setInputFiles({
            name: "Pet Store.yaml",
            mimeType: "application/yaml",
            buffer: Buffer.from("openapi: 3.1.0\ninfo: [unclosed")
          })
          await expect.poll(() => adding.getByRole("textbox", { name: "Name" }).inputValue()).toBe("pet-store")
          await audit()
          await takePicture(page, "openapi-file-390-dark")
          await adding.getByRole("button", { name: "Add" }).click()
          await check("pet-store")
          await page.getByText("Not read", { exact: true }).waitFor()
          await page.getByText("Pages have nothing of it to show yet").waitFor()
          await settled(page)
          await page.getByRole("button", { name: "Change the source" }).click()
          const changing = page.getByRole("dialog", { name: "Another source for pet-store" })
          await changing.getByLabel("Choose: Description").setInputFiles({
            name: "any.json",
            mimeType: "application/json",
            buffer: Buffer.from(pets)
          })
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
          await takePicture(page, "openapi-reader-390-dark")
          const main = page.getByRole("main")
          expect(await main.getByRole("button").count()).toBe(0)
          await main.getByRole("link", { name: /^pet-store/ }).click()
          await check("pet-store")
          await page.getByRole("list", { name: "Versions" }).waitFor()
          expect(await main.getByRole("button").allTextContents()).toEqual(["Show its operations"])
          expect(await main.getByRole("checkbox").count()).toBe(0)
        },
        { ...phone, as: await world().member("read") }
      )
    }
  )
})
