/**
 * Documents of pages, comments, change requests and translations are answered as they were made or kept: no operation
 * of the contract that has them in its answer reads, walks or writes a long one on the thread that answers (threat: one
 * request stops the server). Told by the longest text that the thread worked on, not by time.
 */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { inlineLength } from "@octavo/core/kernel/compute/Compute"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { parseMetrics, sumOf } from "../src/prometheus.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Operation {
  readonly operationId: string
  readonly path: string
  /** Names of what its query takes. */
  readonly query: ReadonlyArray<string>
}

/** What schemas of documents are called. */
const documents = new Set(["JSONDocument", "RichDocument"])

/** The reads of a contract with a document somewhere in their answer. */
const readsWithDocuments = (contract: any): ReadonlyArray<Operation> => {
  const holds = (schema: unknown, seen: ReadonlySet<string> = new Set()): boolean => {
    if (typeof schema !== "object" || schema === null) return false
    const { $ref: ref } = schema as { readonly $ref?: unknown }
    if (typeof ref !== "string") return Object.values(schema).some((one) => holds(one, seen))
    const name = ref.split("/").at(-1)!
    if (documents.has(name)) return true
    return !seen.has(name) && holds(contract.components.schemas[name], new Set([...seen, name]))
  }
  return Object.entries<any>(contract.paths).flatMap(([path, { get }]) =>
    get === undefined || !holds(get.responses)
      ? []
      : [
          {
            operationId: get.operationId,
            path,
            query: (get.parameters ?? []).flatMap((one: any) => (one.in === "query" ? [one.name] : []))
          }
        ]
  )
}

const text = (words: string) => ({ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] })
const paragraph = (words: string) => ({
  object: "block",
  type: "paragraph",
  isVoid: false,
  data: {},
  nodes: [text(words)]
})
/** As long as a description or instructions may be, nearly. */
const longDocument = {
  object: "document",
  data: {},
  nodes: Array.from({ length: 3_000 }, (_, n) => paragraph(`Words ${n}`))
}
const longText = `# Long\n\n${Array.from({ length: 3_000 }, (_, n) => `* Item ${n}\n`).join("")}`

onBothStores("Operations that answer with documents", (store) => {
  let world: World
  let git: GitServer
  /** What stands in paths, by the names that the contract gives it. */
  const ids: Record<string, string> = {}
  let longest: () => Promise<number>

  beforeAll(async () => {
    world = await startWorld(store)
    const ok = async (answer: Promise<{ readonly status: number; readonly text: string; readonly body: any }>) => {
      const { body, status, text } = await answer
      if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`)
      return body
    }
    longest = async () =>
      sumOf(parseMetrics(await (await fetch(`${world.origin}/metrics`)).text()), "octavo_longest_text_characters")
    const root = join(world.database.directory, "repositories")
    git = await startGitServer(root, { push: true })
    await commitFiles(
      join(root, "long.git"),
      {
        "README.md": "# Home\n\n[Long](long.md)\n",
        "long.md": `${longText}\n[Home](README.md) ![](.gitbook/assets/a.svg)\n\n{% include ".gitbook/includes/part.md" %}\n`,
        ".gitbook/assets/a.svg": "<svg/>",
        ".gitbook/includes/part.md": `---\ntitle: Part\n---\n\n${longText}`
      },
      "Long"
    )
    const spaceId = await world.space("Long")
    await importOk(world.api, spaceId, { url: `${git.url}/long.git`, ref: main })
    const at = `/v1/spaces/${spaceId}`
    const content = await ok(world.api.get(`${at}/content`))
    const page = await ok(world.api.get(`${at}/content/path/long?format=markdown`))
    const draft = await ok(
      world.api.post(`${at}/change-requests`, { subject: "Long", status: "open", description: longDocument })
    )
    const body = { markdown: longText }
    const comment = await ok(world.api.post(`${at}/comments`, { body }))
    const own = await ok(world.api.post(`${at}/change-requests/${draft.id}/comments`, { body }))
    // many that are short each
    for (let n = 0; n < 40; n++) {
      await ok(world.api.post(`${at}/comments`, { body: { markdown: longText.slice(0, 2_000) } }))
    }
    const commentReply = await ok(world.api.post(`${at}/comments/${comment.id}/replies`, { body }))
    const ownReply = await ok(world.api.post(`${at}/change-requests/${draft.id}/comments/${own.id}/replies`, { body }))
    const reviews = `${at}/change-requests/${draft.id}/reviews`
    const review = await ok(world.api.post(reviews, { status: "changes-requested", comment: body }))
    const translation = await ok(
      world.api.post(`/v1/orgs/${world.organization}/translations`, {
        language: "de",
        source: { space: spaceId },
        instructions: longDocument
      })
    )
    Object.assign(ids, {
      organizationId: world.organization,
      spaceId,
      changeRequestId: draft.id,
      revisionId: content.id,
      pageId: page.id,
      pagePath: "long",
      documentId: page.documentId,
      fileId: content.files[0].id,
      reusableContentId: content.reusableContents[0].id,
      reviewId: review.id,
      translationId: translation.id,
      url: encodeURIComponent(page.urls.app),
      "space commentId": comment.id,
      "space commentReplyId": commentReply.id,
      "change-request commentId": own.id,
      "change-request commentReplyId": ownReply.id
    })
  }, 300_000)
  afterAll(async () => {
    await git?.close()
    await world?.stop()
  })

  /** An address of the operation, for what is there. */
  const addressOf = ({ path, query }: Operation): string => {
    const of = path.includes("/change-requests/") ? "change-request" : "space"
    const idOf = (name: string): string => {
      const id = ids[`${of} ${name}`] ?? ids[name]
      if (id === undefined) throw new Error(`${path}: nothing is called ${name} here`)
      return id
    }
    const asked = query.flatMap((name) => {
      if (name === "format") return "format=document"
      if (name === "limit") return "limit=1000"
      if (name === "status" && path.endsWith("/change-requests")) return ["status=draft", "status=open"]
      return name === "url" ? `url=${idOf("url")}` : []
    })
    return `${path.replaceAll(/\{(\w+)\}/g, (_, name) => idOf(name))}?${asked.join("&")}`
  }

  it("does not read, walk or write a long one where it answers", { timeout: 300_000 }, async () => {
    const contract = await (await fetch(`${world.origin}/openapi.json`)).json()
    const operations = readsWithDocuments(contract)
    expect(operations.length).toBeGreaterThan(30)
    const held: Array<string> = []
    let longestAnswer = 0
    for (const operation of operations) {
      const address = addressOf(operation)
      // what was before has its say
      await sleep(50)
      await longest()
      const { status, text } = await world.api.get(address)
      expect(status, `${address}: ${text.slice(0, 300)}`).toBe(200)
      longestAnswer = Math.max(longestAnswer, text.length)
      const length = await longest()
      if (length > inlineLength) held.push(`${operation.operationId}: ${length}`)
    }
    expect(held).toEqual([])
    // it is documents that were answered
    expect(longestAnswer).toBeGreaterThan(1_000_000)
  })
})
