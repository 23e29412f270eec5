/** Imports: which files are taken, where a website is, how far a run is, and what it made and left out, in words. Pure. */

import { parsedUrl } from "./addresses.ts"
import type { ImportRun } from "./api.ts"
import { counted, sizeOf } from "./words.ts"

/** Media types by the end of a name: browsers do not know all of them. */
const types: Readonly<Record<string, string>> = {
  zip: "application/zip",
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  html: "text/html",
  htm: "text/html"
}

/** Most files of a run, and bytes of one of them, as the API has it. */
export const mostFiles = 50
const mostBytes = 100_000_000

/** What a file is announced as; `undefined` for what is not read. */
export const importTypeOf = (name: string): string | undefined => {
  const end = name.slice(name.lastIndexOf(".") + 1).toLowerCase()
  return name.includes(".") && Object.hasOwn(types, end) ? types[end] : undefined
}

/** Why a file is not taken; `undefined` when it is. */
export const fileProblem = ({ name, size }: { readonly name: string; readonly size: number }): string | undefined => {
  if (importTypeOf(name) === undefined) return `${name} is no zip archive, Markdown or HTML`
  if (size === 0) return `${name} is empty, or a folder: folders go into a zip archive`
  return size > mostBytes ? `${name} has ${sizeOf(size)}, and may have 100 MB` : undefined
}

/** The files that are taken, the new ones after those that were there, and why others are not. */
export const withFiles = <File extends { readonly name: string; readonly size: number }>(
  before: ReadonlyArray<File>,
  added: ReadonlyArray<File>
): { readonly files: ReadonlyArray<File>; readonly problems: ReadonlyArray<string> } => {
  const problems = added.flatMap((file) => fileProblem(file) ?? [])
  const taken = added.filter(
    (file) =>
      fileProblem(file) === undefined && !before.some(({ name, size }) => name === file.name && size === file.size)
  )
  const files = [...before, ...taken]
  return files.length <= mostFiles
    ? { files, problems }
    : {
        files: files.slice(0, mostFiles),
        problems: [...problems, `An import takes ${mostFiles} files: zip the others`]
      }
}

/** The address of a website as it was typed, perhaps without its scheme; `undefined` for what is none. */
export const websiteOf = (typed: string): string | undefined => {
  const text = typed.trim()
  const url = parsedUrl(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  if (url === undefined || !/^https?:$/.test(url.protocol) || /\s/.test(text)) return undefined
  return url.hostname.includes(".") || url.hostname === "localhost" ? url.href : undefined
}

/** Hosts of repositories, whose pages are not what somebody wants to import. */
const codeHosts: ReadonlyArray<string> = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"]

/** Whether an address is that of a Git repository, which is read by Git and not page by page. */
export const isRepository = (url: string): boolean => {
  const { hostname = "", pathname = "" } = parsedUrl(url) ?? {}
  return pathname.endsWith(".git") || (codeHosts.includes(hostname) && pathname.split("/").filter(Boolean).length >= 2)
}

/** Whether a run has not ended. */
export const isActive = ({ status }: Pick<ImportRun, "status">): boolean =>
  status === "pending" || status === "in-progress"

/** What a run does, or has done, in a sentence. */
export const runWords = (run: ImportRun): string => {
  const pages = run.pages.filter(({ type }) => type === "page").length
  switch (run.status) {
    case "pending":
      return "It begins in a moment"
    case "in-progress":
      return pages === 0 ? "Reading" : `Reading: ${counted(pages, "page")} so far`
    case "completed":
      return pages === 0
        ? "Nothing was found to import"
        : `${counted(pages, "page")} ${pages === 1 ? "was" : "were"} made`
    case "failed":
      return `It failed, and nothing was written. ${run.reason ?? ""}`.trim()
    case "cancelled":
      return "It was stopped, and nothing was written"
  }
}
