/** What pages show of OpenAPI specifications: those of the organization, and descriptions among a space's own files. */
import { type Node, parsePage, type Root } from "@octavo/document"
import { Context, Effect, Layer } from "effect"
import { Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { blobBytes } from "../revisions/blobBytes.ts"
import { type ApiBlock, apiBlocksOf, hasApiBlocks, viewOf, withApiViews } from "./apiBlocks.ts"
import { DescriptionReader } from "./DescriptionReader.ts"
import type { ApiView } from "./description/apiView.ts"
import { type Description, openDescription } from "./description/Description.ts"
import type { DescriptionIndex } from "./description/DescriptionIndex.ts"
import type { MarkdownOptions } from "./description/markdown.ts"
import { type LatestVersion, OpenApiStore } from "./OpenApiStore.ts"

/** Where a page's blocks look besides the organization's specifications. */
export interface ApiFiles {
  /** Blob and size of a file of the space, by what a block names. */
  readonly file: (href: string) => { readonly blob: string; readonly size: number } | undefined
}
const noFiles: ApiFiles = { file: () => undefined }

/** Parts of descriptions that one page shows in full; what comes after is named only. */
const mostBlocks = 60

/** Descriptions that are kept in memory as they lie in the store, in bytes. */
const cacheBytes = 96 * 1024 * 1024
/** Larger descriptions among the files of a space are not read for a page. */
const largestFile = 8 * 1024 * 1024

export class ApiReference extends Context.Service<
  ApiReference,
  {
    /** Equal for equal specifications: what was drawn with another one may be out of date. */
    readonly stamp: (organizationId: string) => Effect.Effect<string, StorageError>
    /** The latest version of a specification, by slug or id. */
    readonly latest: (organizationId: string, spec: string) => Effect.Effect<LatestVersion | undefined, StorageError>
    /** What a version of a specification describes, by their ids. */
    readonly version: (specId: string, versionId: string) => Effect.Effect<Description | undefined, StorageError>
    /** What the blocks of a page show. Those that name what is not there have none. */
    readonly views: (
      organizationId: string,
      roots: ReadonlyArray<Root>,
      files: ApiFiles
    ) => Effect.Effect<ReadonlyMap<Node, ApiView>, StorageError>
    /** A text of Markdown with what its blocks show in their places. */
    readonly inMarkdown: (
      organizationId: string,
      text: string,
      options: Pick<MarkdownOptions, "samples"> & { readonly files?: ApiFiles }
    ) => Effect.Effect<string, StorageError>
  }
>()("@octavo/core/content/openapi/ApiReference") {
  static readonly layer = Layer.effect(
    ApiReference,
    Effect.gen(function* () {
      const store = yield* OpenApiStore
      const blobs = yield* Blobs
      const reader = yield* DescriptionReader
      const versions = makePartCache<ReadonlyArray<LatestVersion>>(yield* Epoch, 1000)
      const descriptions = makeLru<Description | null>(cacheBytes, "specifications")

      const latestOf = (organizationId: string) =>
        versions(organizationId, organizationId, store.latest(organizationId))

      const stamp = (organizationId: string) =>
        Effect.map(latestOf(organizationId), (list) =>
          list.length === 0
            ? ""
            : contentHash(
                utf8.encode(list.map(({ isPublic, slug, version }) => `${slug} ${version} ${isPublic}`).join("\n"))
              )
        )

      const find = (organizationId: string, spec: string) =>
        Effect.map(
          latestOf(organizationId),
          (list) => list.find(({ slug }) => slug === spec) ?? list.find(({ specId }) => specId === spec)
        )

      const load = Effect.fnUntraced(function* (found: Pick<LatestVersion, "content" | "index">) {
        const kept = descriptions.get(found.content)
        if (kept != null) return kept
        const [content, index] = yield* Effect.all([blobBytes(blobs, found.content), blobBytes(blobs, found.index)])
        const description = openDescription(content, JSON.parse(utf8.decode(index)) as DescriptionIndex)
        descriptions.set(found.content, description, content.length + index.length * 4)
        return description
      })

      const version = traced("ApiReference.version")(function* (specId: string, versionId: string) {
        const found = yield* store.version(specId, versionId)
        return found && (yield* load(found))
      })

      /** A description among the files of a space; read anew by every process, and then kept. */
      const openFile = Effect.fnUntraced(function* ({ blob, size }: { readonly blob: string; readonly size: number }) {
        if (size > largestFile) return undefined
        const kept = descriptions.get(`file ${blob}`)
        if (kept !== undefined) return kept ?? undefined
        const read = yield* reader
          .read(yield* blobBytes(blobs, blob), false)
          .pipe(Effect.catchTag("UnreadableDescription", () => Effect.succeed(undefined)))
        const description = read === undefined ? null : openDescription(read.content, read.index)
        descriptions.set(`file ${blob}`, description, read === undefined ? 100 : read.content.length * 2)
        return description ?? undefined
      })

      const descriptionOf = Effect.fnUntraced(function* (organizationId: string, block: ApiBlock, files: ApiFiles) {
        if (block.type === "openapi" || block.type === "swagger") {
          const { src } = block
          if (src === undefined || src === "") return undefined
          const file = files.file(src)
          if (file !== undefined) return yield* openFile(file)
          const same = (yield* latestOf(organizationId)).find(({ sourceURL }) => sourceURL === src)
          return same && (yield* load(same))
        }
        const found = yield* find(organizationId, block.spec)
        return found && (yield* load(found))
      })

      const views = traced("ApiReference.views")(function* (
        organizationId: string,
        roots: ReadonlyArray<Root>,
        files: ApiFiles
      ) {
        const found = new Map<Node, ApiView>()
        const blocks = roots.flatMap(apiBlocksOf)
        for (const block of blocks.slice(0, mostBlocks)) {
          const description = yield* descriptionOf(organizationId, block, files)
          const view = description && viewOf(description, block)
          if (view !== undefined) found.set(block, view)
        }
        return found
      })

      const inMarkdown = traced("ApiReference.inMarkdown")(function* (
        organizationId: string,
        text: string,
        { files = noFiles, ...options }: Pick<MarkdownOptions, "samples"> & { readonly files?: ApiFiles }
      ) {
        if (!hasApiBlocks(text)) return text
        const { root } = parsePage(text)
        const shown = yield* views(organizationId, [root], files)
        return withApiViews(text, root, shown, options)
      })

      return ApiReference.of({ stamp, latest: find, version, views, inMarkdown })
    })
  )
}
