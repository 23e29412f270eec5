/**
 * A server that is killed while people do everything at once: edits, merges, imports, comments and conversations
 * (threat: kill -9). `OCTAVO_TEST_KILLS` is how often on each store; 200 is the full run.
 */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { commitFiles } from "@octavo/git-cli/testing"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it } from "vitest"
import { walkStore } from "../src/consistency.ts"
import { readHistory } from "../src/history.ts"
import { followImport, importOk, main } from "../src/imports.ts"
import { countRevisions } from "../src/inspect.ts"
import { type Mortal, makeRandom, operationOf, startMortal } from "../src/kills.ts"
import { onBothStores } from "../src/stores.ts"

const kills = Number(process.env["OCTAVO_TEST_KILLS"] ?? 3)
/** Longest life of a server in milliseconds, once it has acknowledged `busy` writes of a round. */
const longest = 500
const busy = 6

/** What the server has said it did. */
class Acknowledged {
  readonly pages = new Set<string>()
  readonly comments = new Map<string, string>()
  readonly replies = new Map<string, { readonly comment: string; readonly text: string }>()
  readonly drafts = new Map<string, string>()
  readonly merges = new Map<string, string>()
  readonly conversations = new Set<string>()
  /** What was asked for and not answered yet. */
  readonly waiting = new Map<string, number>()

  get count(): number {
    return this.pages.size + this.drafts.size + this.comments.size + this.replies.size + this.conversations.size
  }
}

const page = (title: string) => ({ changes: [{ operation: "insert_page", title, document: { markdown: "Text" } }] })

/** Everybody at work until the server is gone; the promise ends when all have noticed. */
const beginWork = (mortal: Mortal, space: string, round: number, done: Acknowledged) => {
  const { world } = mortal
  const api = mortal.api()
  const at = `/v1/spaces/${space}`
  /** `undefined` once the server does not answer any more; a conflict is nothing done. */
  const ask = async (what: string, path: string, body?: unknown) => {
    done.waiting.set(what, (done.waiting.get(what) ?? 0) + 1)
    const answer = await api.post(path, body).catch(() => undefined)
    if (answer === undefined) return undefined
    done.waiting.set(what, done.waiting.get(what)! - 1)
    if (answer.status !== 409) expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  const people = {
    edit: async (n: number) => {
      const title = `edit-${round}-${n}`
      const answer = await ask("edit", `${at}/content`, page(title))
      if (answer?.status === 200) done.pages.add(title)
      return answer
    },
    merge: async (n: number) => {
      const made = await ask("create", `${at}/change-requests`, { subject: `Change ${n}` })
      if (made === undefined) return undefined
      const { id } = made.body
      const title = `merge-${id}`
      const written = await ask("write", `${at}/change-requests/${id}/content?compat=false`, page(title))
      if (written === undefined) return undefined
      done.drafts.set(id, written.body.changeRequest.revision)
      const merged = await ask("merge", `${at}/change-requests/${id}/merge`)
      if (merged?.status !== 200) return merged
      done.merges.set(id, merged.body.revision)
      done.pages.add(title)
      return merged
    },
    comment: async (n: number) => {
      const text = `comment-${n}`
      const made = await ask("comment", `${at}/comments`, { body: { markdown: text } })
      if (made === undefined) return undefined
      const { id } = made.body
      done.comments.set(id, text)
      const replied = await ask("reply", `${at}/comments/${id}/replies`, { body: { markdown: `reply-${n}` } })
      if (replied !== undefined) done.replies.set(replied.body.id, { comment: id, text: `reply-${n}` })
      return replied
    },
    ingest: async (n: number) => {
      const id = `ticket-${round}-${n}`
      const body = `The export to PDF does not work for customer ${n}: it fails since monday.`
      const sent = await ask("ingest", `/v1/orgs/${world.organization}/conversations`, {
        id,
        parts: [{ type: "message", role: "user", body }]
      })
      if (sent !== undefined) done.conversations.add(id)
      return sent
    }
  }
  return Promise.all(
    Object.values(people).map(async (person) => {
      for (let n = 0; (await person(n)) !== undefined; n++);
    })
  )
}

onBothStores("A server that is killed under a mixed load", (store) => {
  let mortal: Mortal
  beforeAll(async () => {
    mortal = await startMortal(store)
  })
  afterAll(() => mortal.stop())

  const rows = <Row extends object>(query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<Row>, unknown>) =>
    mortal.world.operate(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, query)))

  /** Where everything is that was acknowledged. */
  const expectKept = async (space: string, done: Acknowledged) => {
    const { world } = mortal
    const at = `/v1/spaces/${space}`
    const history = await readHistory(world, space)
    expect(history.problems).toEqual([])
    for (const name of ["primary", ...history.changeRequests.map(({ id }) => id)])
      expect((await walkStore(world, space, name)).problems, name).toEqual([])
    const byId = new Map(history.changeRequests.map((one) => [one.id, one]))
    for (const [id, revision] of done.drafts) expect(byId.get(id)?.revisions).toContain(revision)
    for (const [id, revision] of done.merges) expect(byId.get(id)?.merged).toBe(revision)
    const titles = (await world.api.get(`${at}/content/pages`)).body.pages.map((one: { title: string }) => one.title)
    expect(titles).toEqual(expect.arrayContaining([...done.pages]))
    expect(new Set(titles).size, "a page came twice").toBe(titles.length)
    const comments = await rows<{ id: string; markdown: string }>(
      (sql) => sql`SELECT id, markdown FROM comments WHERE space_id = ${space}`
    )
    expect(comments.map(({ id, markdown }) => [id, markdown])).toEqual(expect.arrayContaining([...done.comments]))
    expect(new Set(comments.map(({ markdown }) => markdown)).size, "a comment came twice").toBe(comments.length)
    const replies = await rows<{ id: string; comment_id: string; markdown: string }>(
      (sql) => sql`SELECT r.id, r.comment_id, r.markdown FROM comment_replies r
        JOIN comments c ON c.id = r.comment_id WHERE c.space_id = ${space}`
    )
    const written = Array.from(done.replies, ([id, { comment, text }]) => ({ id, comment_id: comment, markdown: text }))
    expect(replies.map((one) => ({ ...one }))).toEqual(expect.arrayContaining(written))
  }

  /** Each conversation was read once. */
  const expectRead = async (sent: ReadonlySet<string>) => {
    const look = () =>
      rows<{ id: string; processed_at: string | null; issues: number | bigint }>(
        (sql) => sql`SELECT c.id, c.processed_at, (SELECT count(*) FROM conversation_issues i
          WHERE i.organization_id = c.organization_id AND i.conversation_id = c.id) AS issues FROM conversations c`
      )
    let found = await look()
    for (const end = Date.now() + 60_000; found.some(({ processed_at }) => processed_at === null); await sleep(20)) {
      if (Date.now() > end) throw new Error("conversations were not read")
      found = await look()
    }
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([...sent]))
    for (const { id, issues } of found) expect([id, Number(issues)]).toEqual([id, 1])
  }

  it("keeps every write that it acknowledged, and brings every job to one result", {
    timeout: 120_000 + kills * 20_000
  }, async () => {
    const { git, root, world } = mortal
    const random = makeRandom(52)
    const path = join(root, "mixed.git")
    const url = `${git.url}/mixed.git`
    const filesOf = (round: number) => ({
      "README.md": `# Round ${round}\n`,
      ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`page-${i}.md`, `# Page ${i} of ${round}\n`]))
    })
    await commitFiles(path, filesOf(-1), "Before")
    const imported = await world.space("Imported")
    await importOk(mortal.api(), imported, { url, ref: main })
    const met = new Map<string, number>()
    const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
    const sent = new Set<string>()
    let acknowledged = 0
    for (let round = 0; round < kills; round++) {
      const space = await world.space(`Round ${round}`)
      const commit = await commitFiles(path, filesOf(round), `Round ${round}`)
      const before = await countRevisions(world, imported)
      const done = new Acknowledged()
      const working = beginWork(mortal, space, round, done)
      // no kills of an idle server
      for (const end = Date.now() + 60_000; done.count < busy; await sleep(10)) {
        if (Date.now() > end) throw new Error(`only ${done.count} writes were acknowledged in a minute`)
      }
      await sleep(random() * longest)
      const asked = await mortal.api().post(`/v1/spaces/${imported}/git/import`, { url, ref: main })
      expect(asked.status, asked.text).toBe(204)
      const operation = asked.headers.get("location")!.split("/").at(-1)!
      await sleep(random() * longest)
      await mortal.kill()
      await working
      for (const [what, n] of done.waiting) if (n > 0) meet(what)

      // in the store, before anybody mends anything
      await expectKept(space, done)
      const { state } = await operationOf(mortal, imported, operation)
      meet(`import ${state}`)
      expect(await countRevisions(world, imported)).toBe(before + (state === "completed" ? 1 : 0))
      expect((await walkStore(world, imported)).problems).toEqual([])

      await mortal.restart()
      expect(await followImport(world.api, imported, operation)).toMatchObject({ state: "completed", commit })
      expect(await countRevisions(world, imported)).toBe(before + 1)
      for (const id of done.conversations) sent.add(id)
      await expectRead(sent)
      // and what the killed one left is there to go on with
      for (const { id, revisions, status } of (await readHistory(world, space)).changeRequests) {
        if (status === "merged" || revisions.length === 0) continue
        const answer = await mortal.api().post(`/v1/spaces/${space}/change-requests/${id}/merge`)
        expect(answer.status, answer.text).toBe(200)
        done.merges.set(id, answer.body.revision)
      }
      await expectKept(space, done)
      acknowledged += done.count
    }
    // a job is completed after its result is there
    const left = () =>
      rows<{ id: string; state: string }>((sql) => sql`SELECT id, state FROM octavo_jobs WHERE state <> 'completed'`)
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
    console.log(
      `${store.name}: ${kills} kills, ${acknowledged} acknowledged writes are there, ${sent.size} conversations read; met ${JSON.stringify(Object.fromEntries(met))}`
    )
    expect(met.size).toBeGreaterThan(2)
  })
})
