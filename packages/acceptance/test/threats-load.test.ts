/** One member stops the server (threat: one request stops the server): work on long texts is bounded, and done beside the thread that answers. */
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Answer } from "../src/client.ts"
import { parseMetrics, sumOf } from "../src/prometheus.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const paragraphs = "Equal words.\n\n".repeat(2_000)
const hostile: Readonly<Record<string, string>> = {
  "131,072 blanks": `a${" ".repeat(131_072)}b\n`,
  "1 MB of list items": "- item\n".repeat(149_700)
}

onBothStores("A member who writes long texts", (store) => {
  let world: World
  let space: string
  beforeAll(async () => {
    world = await startWorld(store)
    space = `/v1/spaces/${await world.space()}`
  })
  afterAll(() => world?.stop())

  const metric = async (name: string): Promise<number> =>
    sumOf(parseMetrics(await (await fetch(`${world.origin}/metrics`)).text()), name)

  /** How many requests were answered while work was under way: a short one may end before the first of them. */
  let answered = 0

  /** Sees to it that the work is not done by the thread that answers, and that it comes to an end in words. */
  const meanwhile = async (about: string, work: () => Promise<Answer>): Promise<Answer> => {
    const tasks = () => metric("octavo_compute_tasks_total")
    const before = await tasks()
    let ended = false
    const answer = work().finally(() => {
      ended = true
    })
    while (!ended) {
      const health = await fetch(`${world.origin}/healthz`)
      expect(health.status, about).toBe(200)
      await health.text()
      if (!ended && (await metric("octavo_compute_threads_busy")) > 0 && !ended) answered++
    }
    const { body, status } = await answer
    expect([200, 201, 413, 429, 503], `${about}: ${JSON.stringify(body)?.slice(0, 300)}`).toContain(status)
    if (status >= 400) expect(body.error.message, about).toMatch(/\w+ \w+/)
    expect(await tasks(), about).toBeGreaterThan(before)
    return answer
  }

  const edit = (to: string, changes: ReadonlyArray<object>) => world.api.post(`${to}/content`, { changes })
  const pageOf = ({ body }: Answer): string => body.changes[0].page.id

  for (const [name, markdown] of Object.entries(hostile)) {
    it(`59: ${name} are written and read in each form while others are answered`, { timeout: 300_000 }, async () => {
      const made = await meanwhile("write", () => edit(space, [{ operation: "insert_page", document: { markdown } }]))
      expect(made.status).toBeLessThan(300)
      const page = pageOf(made)
      await meanwhile("read as a document", () => world.api.get(`${space}/content/page/${page}?format=document`))
      const text = await world.api.get(`${space}/content/page/${page}?format=markdown`)
      expect(text.body.markdown).toBe(markdown)
      await meanwhile("written again", () =>
        edit(space, [{ operation: "update_page", page, document: { markdown: `# A\n\n${markdown}` } }])
      )
    })
  }

  it("59: 2,000 equal paragraphs that both sides edited are merged, or not, while others are answered", {
    timeout: 300_000
  }, async () => {
    const made = await edit(space, [{ operation: "insert_page", document: { markdown: paragraphs } }])
    const page = pageOf(made)
    const draft = await world.api.post(`${space}/change-requests`, {})
    const change = (to: string, words: string) => {
      const markdown = paragraphs.replaceAll("words.\n\nEqual", `words.\n\n${words}\n\nEqual`)
      return edit(to, [{ operation: "update_page", page, document: { markdown } }])
    }
    const request = `${space}/change-requests/${draft.body.id}`
    expect((await change(request, "Theirs")).status).toBeLessThan(300)
    expect((await change(space, "Ours")).status).toBeLessThan(300)
    await meanwhile("bring up to date", () => world.api.post(`${request}/update`, {}))
    await meanwhile("merge", () => world.api.post(`${request}/merge`, {}))
  })

  it("59: others were answered while all of this was worked on", () => {
    expect(answered).toBeGreaterThan(0)
  })
})
