/**
 * Uploaded files as trees: archives are opened, pages in HTML become Markdown, texts of other encodings UTF-8. Each
 * archive is a tree of its own, with its own table of contents; other files are one tree together.
 */
import { relativeHref, resolveHref } from "@octavo/document"
import { Effect, Stream } from "effect"
import { computeAsking } from "../../kernel/compute/Compute.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { concatBytes, utf8 } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { GitError, type SkippedEntry } from "../git/Git.ts"
import { printablePath } from "../git/paths.ts"
import type { Blobs } from "../revisions/Blobs.ts"
import type { UploadRecord } from "../uploads/Upload.ts"
import { type Archive, type ArchiveFile, type Budget, importLimits, notReadable, openArchive } from "./archive.ts"
import { decodeText } from "./decodeText.ts"
import { type HtmlTarget, htmlFile } from "./htmlTasks.ts"
import type { SourceTree } from "./SourceTree.ts"

/** Most bytes of all pages and settings together: they are in memory at the same time. */
const mostTextBytes = 60_000_000

export type UploadedFile = Pick<UploadRecord, "name" | "contentType" | "size"> & { readonly blob: string }

const zipTypes = ["application/zip", "application/x-zip-compressed"]

/** How an uploaded file is read; `undefined` when it is not. */
export const formatOf = ({
  contentType,
  name
}: Pick<UploadedFile, "name" | "contentType">): "zip" | "html" | "markdown" | undefined => {
  if (zipTypes.includes(contentType) || /\.zip$/i.test(name)) return "zip"
  if (contentType === "text/html" || isHtml(name)) return "html"
  return contentType.startsWith("text/") ? "markdown" : undefined
}

/** In the order in which the files are given. */
export const uploadedTrees = traced("imports.uploadedTrees")(function* (
  blobs: Blobs["Service"],
  uploads: ReadonlyArray<UploadedFile>
) {
  const budget: Budget = { entries: 0, bytes: 0 }
  /** Text that was read, of all trees. */
  const read = { bytes: 0 }
  const loose = new Map<string, ArchiveFile>()
  const trees: Array<{ readonly files: ReadonlyMap<string, ArchiveFile>; readonly skipped: Archive["skipped"] }> = []
  for (const upload of uploads) {
    const format = formatOf(upload)
    if (format === "zip") {
      const archive = yield* openArchive(blobs, upload, budget)
      trees.push({ files: new Map(archive.files.map((file) => [file.path, file])), skipped: archive.skipped })
      continue
    }
    if (loose.size === 0) trees.push({ files: loose, skipped: [] })
    budget.bytes += upload.size
    const path = freePath(loose, stemOf(upload.name), format === "html" ? ".html" : ".md")
    const bytes = blobs.read(upload.blob).pipe(Stream.mapError(() => notReadable(upload.name)))
    loose.set(path, { path, size: upload.size, bytes })
    if (budget.bytes > importLimits.totalBytes) {
      return yield* tooLarge(`The files have more than ${importLimits.totalBytes} bytes together, which is the limit.`)
    }
  }
  return yield* Effect.forEach(trees, ({ files, skipped }) => readable(files, skipped, read))
})

/** The name without folders and extension, as a name in the tree. */
const stemOf = (name: string): string =>
  name
    .replace(/^.*[\\/]/, "")
    .replace(/\.(?:zip|md|markdown|html?|xhtml|txt)$/i, "")
    .replace(/[^\p{L}\p{N}\p{M}._ -]+/gu, "-")
    .replace(/^[. -]+|(?<![. ])[. ]+$/g, "") || "file"

const freePath = (files: ReadonlyMap<string, unknown>, stem: string, extension: string): string => {
  let path = stem + extension
  for (let n = 2; files.has(path); n++) path = `${stem}-${n}${extension}`
  return path
}

const isHtml = (path: string): boolean => /\.x?html?$/i.test(path)
const isText = (path: string): boolean => /\.(?:md|markdown|ya?ml)$/i.test(path)

/** Any address does: nothing is fetched from it. */
const origin = "https://files.invalid/"

const readable = Effect.fnUntraced(function* (
  files: ReadonlyMap<string, ArchiveFile>,
  skipped: ReadonlyArray<SkippedEntry>,
  read: { bytes: number }
) {
  const pages = pagesOf(files)
  const html = new Map(Array.from(pages, ([from, to]) => [to, from]))
  const entries = Array.from(files, ([path, { size }]) => ({ path: pages.get(path) ?? path, oid: path, size }))
  const fileOf = (path: string) => files.get(html.get(path) ?? path)!

  const hrefFrom =
    (path: string) =>
    ({ url }: HtmlTarget): string => {
      if (!url.startsWith(origin)) return url
      const to = resolveHref(url.slice(origin.length), "")
      if (to.kind !== "file") return url.slice(origin.length - 1)
      const known = pages.get(to.path) ?? pages.get(to.path.replace(/README\.md$/, "index.html")) ?? to.path
      return relativeHref(path, known, to.anchor)
    }

  const toMarkdown = Effect.fnUntraced(function* (path: string, from: string, text: string) {
    const name = from.replace(/^.*\//, "").replace(/\.[^.]*$/, "")
    const source = { html: text, address: origin + from.split("/").map(encodeURIComponent).join("/"), name }
    const answer = (targets: ReadonlyArray<HtmlTarget>) => Effect.sync(() => targets.map(hrefFrom(path)))
    const file = yield* computeAsking(htmlFile, source, answer, text.length).pipe(Effect.mapError(notRead(from)))
    if (file !== undefined) return file
    return yield* new GitError({ reason: "Failed", message: `${printablePath(from)} is nested too deep to be read.` })
  })

  const tree: SourceTree = {
    snapshot: {
      tree: "",
      entries,
      skipped,
      read: (entry, limit) =>
        Effect.gen(function* () {
          const file = fileOf(entry.path)
          if (file.size > limit) {
            return yield* tooLarge(`${printablePath(entry.path)} has ${file.size} bytes; at most ${limit} are read.`)
          }
          read.bytes += file.size
          if (read.bytes > mostTextBytes) {
            return yield* tooLarge(`The pages have more than ${mostTextBytes} bytes together, which is the limit.`)
          }
          const bytes = concatBytes(yield* Stream.runCollect(file.bytes))
          const from = html.get(entry.path)
          const text = decodeText(bytes)
          if (from !== undefined) return utf8.encode(yield* toMarkdown(entry.path, from, text))
          return isText(entry.path) ? utf8.encode(text) : bytes
        }),
      stream: (entry) => fileOf(entry.path).bytes
    },
    sources: new Map()
  }
  return tree
})

/** Files in HTML by the path of the page that each becomes; what exists in Markdown too is read from there. */
const pagesOf = (files: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> => {
  const pages = new Map<string, string>()
  const taken = new Set(files.keys())
  for (const path of files.keys()) {
    if (!isHtml(path) || /(?:^|\/)\.gitbook\//.test(path)) continue
    const stem = path.replace(/\.[^.]*$/, "")
    const page = `${stem.replace(/(?<=^|\/)index$/i, "README")}.md`
    if (taken.has(page)) continue
    taken.add(page)
    pages.set(path, page)
  }
  return pages
}

const notRead = (path: string) => (error: StorageError) =>
  new GitError({ reason: "Failed", message: `${printablePath(path)} can't be read: ${error.message}` })

const tooLarge = (message: string) => new GitError({ reason: "TooLarge", message })
