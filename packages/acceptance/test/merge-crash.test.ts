/** Change requests of a server that is killed while people write, update and merge them. */
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Client } from "../src/client.ts"
import { walkStore } from "../src/consistency.ts"
import { readHistory } from "../src/history.ts"
import { kills, type Mortal, makeRandom, patience, startMortal } from "../src/kills.ts"
import { onBothStores } from "../src/stores.ts"

const lines = 8
/** People who work at once. */
const people = 4
/** Most answers of a server under load: some eight merges, however busy the machine is. */
const longest = 30
/** Milliseconds, at most, by which it outlives the last of them: every step of what is asked for then can be met. */
const later = 60

/** What the server has said it did. */
interface Acknowledged {
  /** Ids by number. */
  readonly created: Map<number, string>
  /** Revisions of drafts, by change request. */
  readonly drafts: Map<string, Array<string>>
  /** Merge revisions, by change request. */
  readonly merges: Map<string, string>
  /** What was asked for and not answered yet. */
  readonly waiting: Set<string>
  /** Counts an answer. */
  readonly answered: () => void
}

/** The word that a change request brings into the shared page; its own page is called so, too. */
const wordOf = (changeRequest: string): string => `of-${changeRequest}`

const sharedText = ["# Shared", ...Array.from({ length: lines }, (_, i) => `Line ${i} begins`)].join("\n\n")

/** Writes change requests, and brings them in, until the server is gone. */
const work = async (
  api: Client,
  space: string,
  shared: string,
  acknowledged: Acknowledged,
  random: () => number
): Promise<void> => {
  const base = `/v1/spaces/${space}/change-requests`
  /** `undefined` once the server does not answer any more. */
  const ask = async (what: string, path: string, body?: unknown) => {
    const name = `${what} ${path}`
    acknowledged.waiting.add(name)
    const answer = await api.post(path, body).catch(() => undefined)
    if (answer === undefined) return undefined
    acknowledged.waiting.delete(name)
    acknowledged.answered()
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  for (;;) {
    const made = await ask("create", base, { subject: "Of a person" })
    if (made === undefined) return
    acknowledged.created.set(made.number, made.id)
    const draft = `${base}/${made.id}`
    const page = await api.get(`${draft}/content/page/${shared}?format=markdown`).catch(() => undefined)
    if (page === undefined) return
    const texts: Array<string> = page.body.markdown.split("\n")
    const begun = texts.flatMap((line, i) => (line.startsWith("Line ") ? [i] : []))
    const at = begun[Math.floor(random() * begun.length)]!
    const word = wordOf(made.id)
    const markdown = texts.with(at, `${texts[at]} ${word}`).join("\n")
    const written = await ask("write", `${draft}/content?compat=false`, {
      changes: [
        { operation: "update_page", page: shared, document: { markdown } },
        { operation: "insert_page", title: word, document: { markdown: `Text ${word}` } }
      ]
    })
    if (written === undefined) return
    acknowledged.drafts.set(made.id, [written.changeRequest.revision])
    if (random() < 0.4) {
      const updated = await ask("update", `${draft}/update`)
      if (updated === undefined) return
      acknowledged.drafts.get(made.id)!.push(updated.revision)
    }
    if (random() < 0.85) {
      const merged = await ask("merge", `${draft}/merge`)
      if (merged === undefined) return
      acknowledged.merges.set(made.id, merged.revision)
    }
  }
}

onBothStores("A server that is killed while change requests are merged", (store) => {
  let mortal: Mortal
  beforeAll(async () => {
    mortal = await startMortal(store)
  })
  afterAll(() => mortal.stop())

  it(
    "keeps what it acknowledged, and has done nothing by halves (threat: kill -9)",
    async () => {
      const { world } = mortal
      const random = makeRandom(52)
      const met = new Map<string, number>()
      let merges = 0
      for (let round = 0; round < kills; round++) {
        const space = await world.space(`Round ${round}`)
        const page = { operation: "insert_page", document: { markdown: sharedText } }
        const first = await world.api.post(`/v1/spaces/${space}/content`, { changes: [page] })
        expect(first.status, first.text).toBe(200)
        const shared: string = first.body.changes[0].page.id
        // each round is killed later than the one before, so that chance does not make all of them early ones
        let left = Math.ceil(((round + 1) * longest) / kills)
        const lived = Promise.withResolvers<void>()
        const acknowledged: Acknowledged = {
          created: new Map(),
          drafts: new Map(),
          merges: new Map(),
          waiting: new Set(),
          answered: () => {
            if (--left === 0) lived.resolve()
          }
        }
        const working = Array.from({ length: people }, () => work(mortal.api(), space, shared, acknowledged, random))
        await Promise.race([lived.promise, Promise.all(working)])
        await sleep(random() * later)
        const waiting = [...acknowledged.waiting]
        await mortal.kill()
        await Promise.all(working)
        for (const name of new Set(waiting.map((one) => one.split(" ")[0]!))) met.set(name, (met.get(name) ?? 0) + 1)

        const history = await readHistory(world, space)
        expect(history.problems).toEqual([])
        for (const name of ["primary", ...history.changeRequests.map(({ id }) => id)]) {
          expect((await walkStore(world, space, name)).problems, name).toEqual([])
        }
        const byId = new Map(history.changeRequests.map((one) => [one.id, one]))
        for (const [number, id] of acknowledged.created) expect(byId.get(id)?.number).toBe(number)
        for (const [id, revisions] of acknowledged.drafts) {
          for (const revision of revisions) expect(byId.get(id)!.revisions).toContain(revision)
        }
        for (const [id, revision] of acknowledged.merges) expect(byId.get(id)!.merged).toBe(revision)
        merges += acknowledged.merges.size

        // the others go on with the server that comes back, which has nothing in memory yet
        await mortal.restart()
        const api = mortal.api()
        for (const { id, number, revisions, status } of history.changeRequests) {
          if (status === "merged" || revisions.length === 0) continue
          const answer = await api.post(`/v1/spaces/${space}/change-requests/${number}/merge`)
          expect(answer.status, answer.text).toBe(200)
          acknowledged.merges.set(id, answer.body.revision)
        }
        const after = await readHistory(world, space)
        expect(after.problems).toEqual([])
        const written = after.changeRequests.filter(({ revisions }) => revisions.length > 0)
        expect(written.every(({ status }) => status === "merged")).toBe(true)

        // everything that anybody wrote is there
        const { body: content } = await api.get(`/v1/spaces/${space}/content/pages`)
        const titles = content.pages.map(({ title }: { title: string }) => title)
        const { body: text } = await api.get(`/v1/spaces/${space}/content/page/${shared}?format=markdown`)
        for (const { id } of written) {
          expect(titles).toContain(wordOf(id))
          expect(text.markdown).toContain(wordOf(id))
        }
        expect(titles.length).toBe(written.length + 1)
      }
      console.log(
        `${store.name}, ${kills} kills, ${merges} merges acknowledged, met: ${JSON.stringify(Object.fromEntries(met))}`
      )
      // they were no kills of an idle server
      expect(merges).toBeGreaterThan(kills)
      expect((met.get("merge") ?? 0) + (met.get("update") ?? 0)).toBeGreaterThan(kills / 3)
    },
    patience
  )
})
