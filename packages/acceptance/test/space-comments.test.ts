/** All that is said on a space, answered and settled in Chromium by keyboard. */
import { describe, expect, it } from "vitest"
import { executable, startScreens, told } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

/** Others work beside it. */

describe.skipIf(executable === undefined)("The comments of a space", () => {
  const { open, world } = startScreens(sqlite)

  /** A space of two pages, with their ids. */
  const pagesOf = async (title: string) => {
    const { api } = world()
    const space = await world().space(title)
    const insert = (name: string, text: string) => ({
      operation: "insert_page",
      title: name,
      document: { markdown: `# ${name}\n\n${text}\n` }
    })
    await api.post(`/v1/spaces/${space}/content`, {
      changes: [insert("Wicks", "They burn."), insert("Oil", "It lasts.")]
    })
    const { pages } = (await api.get(`/v1/spaces/${space}/content/pages`)).body
    return { space, wicks: pages[0].id as string, oil: pages[1].id as string }
  }

  it("are answered, reacted to, resolved, reopened and written, and lead to their places, by keyboard", async () => {
    const { api } = world()
    const { oil, space, wicks } = await pagesOf("Lanterns")
    const comments = `/v1/spaces/${space}/comments`
    const document = (await api.get(`/v1/spaces/${space}/content/page/${wicks}`)).body.document
    const block = document.nodes.find(({ type }: { type: string }) => type === "paragraph").key
    const said = async (markdown: string, more: object = {}) =>
      (await api.post(comments, { body: { markdown }, ...more })).body.id as string
    await said("Too short.", { page: wicks, node: block })
    await said("For how long?", { page: oil })
    await open(`/app/s/${space}/~/comments`, async ({ audit, check, page }) => {
      const threads = page.getByRole("region", { name: "Comments" }).getByRole("article")
      await expect.poll(() => threads.count()).toBe(2)
      await check("Comments")
      const thread = (text: string) => threads.filter({ hasText: text })
      await expect
        .poll(() => page.getByRole("navigation", { name: "Space" }).getByText("Comments").textContent())
        .toMatch(/2$/)

      // answered, reacted to, and settled: the keys go on from the list
      await thread("For how long?").getByRole("button", { name: "Reply" }).press("Enter")
      const reply = page.getByRole("textbox", { name: "Reply" })
      await reply.fill("A night.")
      await reply.press("ControlOrMeta+Enter")
      await told(page, "Your comment was sent")
      await thread("For how long?").getByText("A night.").waitFor()
      await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Reply")
      await thread("Too short.")
        .getByRole("button", { name: /^React/ })
        .first()
        .press("Enter")
      await page.getByRole("button", { name: "Thumbs up", exact: true }).press("Enter")
      await thread("Too short.")
        .getByRole("button", { name: /^Thumbs up: Admin/ })
        .waitFor()
      await audit()
      await takePicture(page, "comments-wide")
      await thread("For how long?").getByRole("button", { name: "Resolve" }).press("Enter")
      await told(page, "The comment is resolved")
      await expect.poll(() => threads.count()).toBe(1)
      await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Comments")
      await page.getByRole("button", { name: "Resolved" }).press("Enter")
      await thread("For how long?").getByText("A night.").waitFor()
      await thread("For how long?").getByRole("button", { name: "Reopen" }).press("Enter")
      await told(page, "The comment is open again")
      await page.getByText("Nothing is resolved yet").waitFor()
      await page.getByRole("button", { name: "Open", exact: true }).press("Enter")
      await expect.poll(() => threads.count()).toBe(2)

      // written on the space, and on the page that is chosen
      const write = async (label: string, text: string) => {
        await page.getByRole("button", { name: "Comment", exact: true }).press("Enter")
        const field = page.getByRole("textbox", { name: label })
        await field.fill(text)
        await field.press("ControlOrMeta+Enter")
        await thread(text).waitFor()
      }
      await write("Comment on this space", "More pictures!")
      await page.getByRole("combobox", { name: "Page" }).selectOption({ label: "Oil" })
      await expect.poll(() => threads.count()).toBe(1)
      await write("Comment on Oil", "Which one?")
      await expect.poll(() => threads.count()).toBe(2)
      await page.getByRole("combobox", { name: "Page" }).selectOption({ label: "All pages" })
      await expect.poll(() => threads.count()).toBe(4)
      await thread("More pictures!").getByText("On the space").waitFor()
      const listed = (await api.get(`${comments}?format=markdown&order=asc`)).body.items
      expect(listed.map((one: any) => [one.body.markdown, one.target.page?.id, one.status])).toEqual([
        ["Too short.", wicks, "open"],
        ["For how long?", oil, "open"],
        ["More pictures!", undefined, "open"],
        ["Which one?", oil, "open"]
      ])

      // its page shows it at its place
      await thread("Too short.").getByRole("link", { name: "Wicks" }).press("Enter")
      await page.getByRole("complementary", { name: "Comments" }).getByRole("button", { name: "They burn." }).waitFor()
      // one that is about no page is shown where all are
      await page.goto(`${world().origin}/app/s/${space}?comment=${listed[2].id}`)
      await thread("More pictures!").waitFor()
      expect(new URL(page.url()).pathname).toBe(`/app/s/${space}/~/comments`)
    })
  })

  it("are read by members who may not write, more than thirty too, at 390 pixels in the dark", async () => {
    const { api } = world()
    const { space, wicks } = await pagesOf("Many")
    for (let at = 0; at < 34; at++)
      await api.post(`/v1/spaces/${space}/comments`, {
        body: { markdown: at % 5 === 0 ? `> They burn.\n\n${"Again and again. ".repeat(at)}` : `Remark ${at}` },
        ...(at % 2 === 0 ? { page: wicks } : {})
      })
    await open(
      `/app/s/${space}/~/comments`,
      async ({ check, page }) => {
        const threads = page.getByRole("region", { name: "Comments" }).getByRole("article")
        await expect.poll(() => threads.count()).toBe(30)
        await check("Comments")
        await takePicture(page, "comments-390-dark")
        expect(await page.getByRole("button", { name: /Reply|Resolve$|Comment|React/ }).count()).toBe(0)
        await page.getByRole("button", { name: "Show more" }).press("Enter")
        await expect.poll(() => threads.count()).toBe(34)
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark", as: await world().member("read") }
    )
  })
})
