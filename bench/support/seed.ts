/** Content to measure with, made through Octavo's own services. */
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { Heads } from "@octavo/core/content/revisions/Heads"
import { Objects } from "@octavo/core/content/revisions/model/Objects"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { RevisionEdit } from "@octavo/core/content/revisions/model/RevisionEdit"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { siblingsOrder } from "@octavo/core/content/revisions/model/SiblingOrder"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect } from "effect"

const at = "2026-01-01T00:00:00.000Z"

const words =
  "The page explains one thing well and says where to read on. It has [a link](../other.md), `code` and **strong** words. "

/** The Markdown of a page, of about so many bytes. @param own words that no page of another space has */
export const markdown = (title: string, bytes: number, own = ""): string =>
  `---\ndescription: What ${title} is about, in one sentence.\n---\n\n# ${title}\n\n${own}${words.repeat(Math.ceil(bytes / words.length))}\n`

/** A tree of pages with ten children each, as an import makes them. */
const pagesOf = (count: number, textOf: (title: string, page: number) => string) => {
  const records: Array<PageRecord> = []
  const bodies = new Map<string, Uint8Array>()
  const orders = siblingsOrder(
    [],
    Array.from({ length: 10 }, (_, i) => String(i))
  )
  for (let i = 0; i < count; i++) {
    const title = `Page about topic ${i}`
    const body = utf8.encode(textOf(title, i))
    const hash = contentHash(body)
    bodies.set(hash, body)
    records.push({
      id: makeId(),
      type: "document",
      title,
      slug: `page-about-topic-${i}`,
      parent: i < 10 ? null : records[Math.floor(i / 10) - 1]!.id,
      order: orders[i % 10]!,
      description: `What ${title} is about, in one sentence.`,
      body: hash,
      bodySize: body.length,
      git: { oid: contentHash(body).slice(0, 40), path: `guides/section/page-about-topic-${i}.md` },
      createdAt: at,
      updatedAt: at
    })
  }
  return { records, bodies }
}

/**
 * A new space with so many pages; answers the ids, those of pages without children under `leaves`, too. Their Markdown is of
 * about so many bytes, or given.
 */
export const makeSpace = Effect.fnUntraced(function* (
  organizationId: string,
  title: string,
  content: {
    readonly pages: number
    readonly bytes?: number
    readonly files?: number
    readonly own?: string
    readonly text?: (page: number) => string
  }
) {
  const spaces = yield* Spaces
  const trees = yield* RevisionTree
  const objects = yield* Objects
  const revisions = yield* RevisionStore
  const heads = yield* Heads
  const index = yield* ContentIndex
  const space = yield* spaces.create(organizationId, { title, emoji: "📘" })
  const { bodies, records } = pagesOf(content.pages, (title, page) =>
    content.text === undefined ? markdown(title, content.bytes ?? 0, content.own) : content.text(page)
  )
  const files = Array.from({ length: content.files ?? 0 }, (_, i) => ({
    id: makeId(),
    name: `picture-${i}.png`,
    contentType: "image/png",
    size: 12_345,
    blob: contentHash(utf8.encode(String(i))),
    dimensions: { width: 640, height: 480 }
  }))
  const edits = [
    ...records.map((page): RevisionEdit => ({ type: "putPage", page })),
    ...files.map((file): RevisionEdit => ({ type: "putFile", file }))
  ]
  const edited = yield* trees.edit(null, edits)
  yield* objects.put(edited.created)
  yield* objects.put(bodies)
  const head = (yield* revisions.head(space.id, primary))!
  yield* heads.advance(primary, head, {
    id: makeId(),
    spaceId: space.id,
    root: edited.root,
    parents: [head.revisionId],
    type: "edits",
    author: null,
    message: null,
    git: null,
    createdAt: at
  })
  yield* index.complete(space.id, edited.root)
  const pages = records.map(({ id }) => id)
  const parents = new Set(records.map(({ parent }) => parent))
  const leaves = pages.filter((page) => !parents.has(page))
  return { id: space.id, pages, leaves, files: files.map(({ id }) => id) }
})
