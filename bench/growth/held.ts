/** For how long requests with the longest pages hold the thread that answers, of a server in a process of its own. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { inlineLength } from "@octavo/core/kernel/compute/Compute"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import type { RichDocument } from "@octavo/document"
import { octavoLayer } from "@octavo/runtime/layer"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { startChild } from "../support/child.ts"
import { shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import type { HeldState } from "./heldServer.ts"
import type { Shape } from "./shapes.ts"
import { editedDocument, editedText } from "./stages.ts"

/** Milliseconds of a processor that one request may hold the thread. */
const mostHeld = 200

/** The longest texts that the thread works on itself, and nearly the longest that a page may have: an edit is longer. */
const allBytes = [inlineLength, 900 * 1024]

/** Bytes of a body that the API takes, less what stands around a document in it. */
const bodyBytes = 9_900_000

/** Milliseconds of processor time in a tenth of a second under which the server has nothing more to do. */
const idle = 15
const tenth = 100

/** Characters of a message in a conversation. */
const longestMessage = 100_000

/** Characters of a comment. */
const longestComment = 50_000

/** That one request may bring. */
const mostConversations = 1000

/** Milliseconds that a PDF is read for: it is made for as long as somebody reads. */
const reading = 20_000

/** What one request did. */
interface Held {
  readonly step: string
  readonly shape: string
  readonly bytes: number
  readonly status: number
  readonly milliseconds: number
}

interface Server {
  readonly origin: string
  readonly token: string
  readonly organization: string
  readonly state: () => Promise<HeldState>
  readonly stop: () => Promise<void>
}

/** What came back. */
interface Answer {
  readonly status: number
  readonly text: string
}

const startServer = async (database: string, directory: string): Promise<Server> => {
  const { organization, token } = await Effect.gen(function* () {
    const users = yield* Users
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { token } = yield* users.createToken(admin.id, { label: "bench" })
    return { organization: (yield* (yield* Organizations).create({ title: "Bench" }, admin.id)).id, token }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory: directory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )
  const { ask, stop } = startChild("growth/heldServer.ts", undefined, [database, directory])
  const state = () => ask<HeldState>({})
  return { origin: `http://localhost:${(await state()).port}`, token, organization, state, stop }
}

/** Until the server has nothing more to do, such as what others are told of a change; a minute at most. */
const quiet = async (server: Server): Promise<number> => {
  let held = 0
  let before = 0
  for (let looks = 0; looks < 600; looks++) {
    const now = await server.state()
    held = Math.max(held, now.held)
    if (now.used - before < idle) break
    before = now.used
    await sleep(tenth)
  }
  return held
}

/** Takes a text of one shape through every way in and out; each request is measured by itself. */
const walk = async (server: Server, shape: Shape, bytes: number): Promise<ReadonlyArray<Held>> => {
  const found: Array<Held> = []
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    json = body === undefined ? undefined : JSON.stringify(body)
  ) => {
    const answer = await fetch(path.startsWith("http") ? path : server.origin + path, {
      method,
      redirect: "manual",
      headers: {
        ...(headers ?? { authorization: `Bearer ${server.token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      ...(json === undefined ? {} : { body: json })
    })
    return { status: answer.status, text: await answer.text() }
  }
  const measured = async (step: string, work: () => Promise<Answer>): Promise<any> => {
    await quiet(server)
    const { status, text } = await work()
    const milliseconds = await quiet(server)
    found.push({ step, shape: shape.name, bytes, status, milliseconds })
    return status < 300 && text.startsWith("{") ? JSON.parse(text) : undefined
  }
  const made = async (path: string, body: object): Promise<any> => {
    const { status, text } = await request("POST", path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }

  const space = `/v1/spaces/${(await made(`/v1/orgs/${server.organization}/spaces`, { title: shape.name })).id}`
  const sites = `/v1/orgs/${server.organization}/sites`
  const site = await made(sites, { title: shape.name, spaces: [space.split("/").at(-1)], visibility: "public" })
  const published: string = (await made(`${sites}/${site.id}/publish`, {})).urls.published
  const insert = (markdown: string, slug: string) => ({
    changes: [{ operation: "insert_page", title: slug, slug, document: { markdown } }]
  })
  // the page that the site begins with
  await made(`${space}/content`, insert("# Home\n\n[First](first.md)\n", "home"))
  const text = shape.make(bytes)
  const written = await measured("write", () => request("POST", `${space}/content`, insert(text, "first")))
  const page: string | undefined = written?.changes[0].page.id
  // what is refused is nowhere to be read
  if (page === undefined) return found

  for (const form of ["markdown", "document", "markdown&evaluated=true", "document&dereferenced=reusable-contents"]) {
    await measured(`read ${form}`, () => request("GET", `${space}/content/page/${page}?format=${form}`))
  }
  await measured("revision", () => request("GET", `${space}/content`))
  await measured("links of the space", () => request("GET", `${space}/links`))
  await measured("search", () => request("GET", `${space}/search?query=word`))
  const seen = (path: string) => request("GET", published + path, undefined, {})
  for (const path of ["first", "first.md", "llms-full.txt", "first/rss.xml"]) {
    await measured(`published ${path}`, () => seen(path))
  }

  const draft = await made(`${space}/change-requests`, { subject: "Other words" })
  const at = `${space}/change-requests/${draft.id}`
  const update = (document: object, more: object = {}) => ({
    changes: [{ operation: "update_page", page, document, ...more }]
  })
  await measured("edit a draft", () => request("POST", `${at}/content`, update({ markdown: editedText(text, 1) })))
  await measured("changes of a draft", () => request("GET", `${at}/changes`))
  const { headers } = await fetch(`${server.origin}/app/~/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: server.origin },
    body: new URLSearchParams({ token: server.token, to: "/app/" })
  })
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0]!
  for (const view of ["", "?view=inline", "?view=split"]) {
    await measured(`look at a draft ${view}`, () =>
      request("GET", `${draft.urls.app}/first${view}`, undefined, { cookie })
    )
  }
  await measured("edit the space", () => request("POST", `${space}/content`, update({ markdown: editedText(text, 2) })))
  await measured("bring up to date", () => request("POST", `${at}/update`, {}))
  await measured("merge", () => request("POST", `${at}/merge`, {}))
  await measured("another title", () =>
    request("POST", `${space}/content`, {
      changes: [{ operation: "update_page", page, title: "Other", slug: "first" }]
    })
  )
  await measured("PDF", async () => {
    const { status, text } = await request("GET", `${space}/pdf?page=${page}`)
    if (status >= 300) return { status, text }
    // a book is printed for as long as somebody reads it
    const read = fetch(JSON.parse(text).url, { signal: AbortSignal.timeout(reading) })
    await read.then((answer) => answer.arrayBuffer()).catch(() => {})
    return { status, text: "" }
  })

  // the longest document that a body may hold
  for (let most = bytes; most >= 1024; most /= 2) {
    const slug = `document-${most}`
    const answer = await request("POST", `${space}/content`, insert(shape.make(most), slug))
    if (answer.status >= 300) break
    const { id } = JSON.parse(answer.text).changes[0].page
    const read = await request("GET", `${space}/content/page/${id}?format=document`)
    if (read.status >= 300 || read.text.length > bodyBytes) continue
    const document: RichDocument = JSON.parse(read.text).document
    const draft = await made(`${space}/change-requests`, { subject: "Other blocks" })
    const change = (one: object) =>
      request("POST", `${space}/change-requests/${draft.id}/content`, { changes: [{ page: id, ...one }] })
    const write = (nodes: RichDocument["nodes"]) =>
      change({ operation: "update_page", document: { document: { ...document, nodes } } })
    await measured("write a document", () => write(editedDocument(document).nodes))
    await measured("replace a document", () => write(document.nodes.slice(0, 1)))
    const block = document.nodes.flatMap(({ key }, index) => (index > 0 && index < 100 && key ? [key] : []))
    if (block.length > 0) await measured("bring blocks back", () => change({ operation: "revert_page", block }))
    break
  }
  const comment = { body: { markdown: text.slice(0, longestComment) } }
  for (let n = 0; n < 9; n++) await request("POST", `${space}/comments`, comment)
  await measured("a comment", () => request("POST", `${space}/comments`, comment))
  await measured("comments as documents", () => request("GET", `${space}/comments?format=document`))
  // read and clustered in the background
  const conversations = `/v1/orgs/${server.organization}/conversations`
  const said = (n: number) => text.slice(0, longestMessage - 20).replace("a", () => `a${n} `)
  await measured("conversations", async () => {
    const one = JSON.stringify(said(0)).length + 200
    const sent = Array.from({ length: Math.min(mostConversations, Math.floor(bodyBytes / one)) }, (_, n) => ({
      id: `${shape.name}, ${bytes}, ${n}`,
      parts: [{ type: "message", role: "user", body: said(n) }]
    }))
    const answer = await request("POST", conversations, sent)
    const last = `${conversations}/${encodeURIComponent(sent.at(-1)!.id)}`
    // half a minute at most
    for (let looks = 0; answer.status < 300 && looks < 300; looks++) {
      if (JSON.parse((await request("GET", last)).text).conversation.processedAt !== undefined) break
      await sleep(tenth)
    }
    return answer
  })
  await measured("clusters", () => request("GET", `${conversations}-clusters`))
  // what takes a parser longest: each name is a new one
  for (const most of [1_600_000, bodyBytes]) {
    const names = JSON.stringify(
      Object.fromEntries(Array.from({ length: most / 20 }, (_, n) => [`${n}`.padStart(14, "x"), 0]))
    )
    const nodes = `{"object":"document","data":${names},"nodes":[]}`
    await measured(`${most} bytes of other fields`, () =>
      request("PATCH", space, undefined, undefined, `{"a":${names}}`)
    )
    await measured(`a document with ${most} bytes of other fields`, () =>
      request(
        "POST",
        `${space}/content`,
        undefined,
        undefined,
        `{"changes":[{"operation":"update_page","page":"${page}","document":{"document":${nodes}}}]}`
      )
    )
  }
  await measured("delete", () => request("POST", `${space}/content`, { changes: [{ operation: "delete_page", page }] }))
  return found
}

/** Measures on a store; answers the worst of each request, and whatever is worse than it may be. */
const measureHeld = async (
  database: string,
  say: (line: string) => void,
  shapes: ReadonlyArray<Shape>,
  lengths: ReadonlyArray<number>
): Promise<ReadonlyArray<Row>> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const server = await startServer(database === "" ? `sqlite:${directory}/octavo.db` : database, directory)
  const found: Array<Held> = []
  try {
    // what is loaded and compiled once
    for (const shape of shapes.slice(0, 4)) await walk(server, shape, inlineLength)
    for (const { bytes, shape } of lengths.flatMap((bytes) => shapes.map((shape) => ({ bytes, shape })))) {
      const own = await walk(server, shape, bytes)
      found.push(...own)
      const longest = own.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 4)
      const told = longest.map(({ milliseconds, status, step }) => `${step} ${shown(milliseconds)} (${status})`)
      const refused = own.filter(({ status }) => status >= 400).map(({ status, step }) => `${step} ${status}`)
      say(
        `${shape.name}, ${bytes / 1024} KB: ${told.join(", ")} ms${refused.length === 0 ? "" : `; refused: ${refused.join(", ")}`}`
      )
    }
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  return [...new Set(found.map(({ bytes, step }) => `${step}, ${bytes / 1024} KB`))].flatMap((step) => {
    const own = found
      .filter((one) => `${one.step}, ${one.bytes / 1024} KB` === step)
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
    return own.filter(({ milliseconds }, at) => at === 0 || milliseconds > mostHeld).map(rowOf)
  })
}

const rowOf = ({ bytes, milliseconds, shape, status, step }: Held): Row => ({
  what: `${step}, ${bytes / 1024} KB (${status}): ${shape}`,
  ours: `${shown(milliseconds)} ms`,
  yardstick: `${mostHeld} ms`,
  ratio: milliseconds / mostHeld,
  bar: atMost(1)
})

/** @param onPostgres instead of SQLite */
export const runHeld = async (
  say: (line: string) => void,
  shapes: ReadonlyArray<Shape>,
  { lengths = allBytes, onPostgres = false }
): Promise<ReadonlyArray<Row>> => {
  if (!onPostgres) return measureHeld("", say, shapes, lengths)
  const postgres = await startPostgres()
  const measured = Effect.gen(function* () {
    const { url } = yield* freshDatabase(postgres.url)
    return yield* Effect.promise(() => measureHeld(url, say, shapes, lengths))
  })
  try {
    return await Effect.runPromise(Effect.scoped(measured))
  } finally {
    await postgres.stop()
  }
}
