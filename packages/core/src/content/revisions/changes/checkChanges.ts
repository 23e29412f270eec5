/** What is refused of a batch of changes by itself: all of it at once, with the places in the request. */
import { readShape } from "@octavo/document"
import { Effect } from "effect"
import { Invalid, type InvalidDetail } from "../../../kernel/shared/errors.ts"
import { SentDocuments, sentDocument } from "../../../kernel/shared/sentDocuments.ts"
import { isStorable } from "../../../kernel/shared/text.ts"
import { checkPageSize } from "../pageSize.ts"
import { type ContentChangesInput, type InsertFile, maxInlineFileBytes } from "./input.ts"
import { base64Bytes } from "./media.ts"

/** Most files of one batch. */
const maxBatchFiles = 50

const unstorable = "must not hold NUL characters or unpaired surrogates"

/** What of a batch can be refused without looking at anything else; all of it at once. */
const batchProblems = (
  { changes }: ContentChangesInput,
  sent: ReadonlyMap<string, string>
): ReadonlyArray<InvalidDetail> => {
  const problems: Array<InvalidDetail> = []
  const add = (path: string, message: string) => void problems.push({ path, message })
  let files = 0
  const keys = new Set<string>()
  for (const [index, change] of changes.entries()) {
    const place = `changes.${index}`
    if ("document" in change && change.document !== undefined) {
      const { document, markdown } = change.document
      if (document !== undefined && markdown !== undefined)
        add(`${place}.document`, "has markdown or document, not both")
      else if (document !== undefined && sentDocument(sent, document) === undefined) {
        const shape = readShape(document)
        if ("path" in shape) add(`${place}.document.document.${shape.path}`, shape.message)
      } else if (markdown !== undefined && !isStorable(markdown)) {
        add(`${place}.document.markdown`, unstorable)
      }
    }
    if (change.operation === "update_page" || change.operation === "update_reusable_content") {
      for (const [i, { text }] of (change.settled ?? []).entries()) {
        if (!isStorable(text)) add(`${place}.settled.${i}.text`, unstorable)
      }
    }
    if (change.operation === "insert_link" && change.url === undefined && change.target === undefined) {
      add(place, "needs a url or a target")
    }
    if (change.operation !== "insert_files") continue
    files += change.files.length
    for (const [f, file] of change.files.entries()) {
      const problem = fileProblem(file)
      if (problem !== undefined) add(`${place}.files.${f}${problem.path}`, problem.message)
      if (file.storageKey === undefined) continue
      if (keys.has(file.storageKey)) add(`${place}.files.${f}.storageKey`, "is named twice in this batch")
      keys.add(file.storageKey)
    }
  }
  if (files > maxBatchFiles) add("changes", `a batch has at most ${maxBatchFiles} files`)
  return problems
}

const fileProblem = ({ base64, contentType, name, storageKey, url }: InsertFile): InvalidDetail | undefined => {
  if ([url, base64, storageKey].filter((source) => source !== undefined).length !== 1)
    return { path: "", message: "needs one of url, base64 and storageKey" }
  if (/[/\\\p{Cc}]/u.test(name) || !isStorable(name))
    return { path: ".name", message: "must not hold / or \\ or control characters" }
  if (base64 !== undefined) {
    if (contentType === undefined) return { path: ".contentType", message: "is needed with base64" }
    if (base64Bytes(base64) > maxInlineFileBytes) {
      return {
        path: ".base64",
        message: `holds at most ${maxInlineFileBytes} bytes; upload larger files, and name them by storageKey`
      }
    }
  }
  if (url !== undefined && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))) {
    return { path: ".url", message: "must be an address that starts with http:// or https://" }
  }
  return undefined
}

/** Refuses what can be refused without looking at anything else. */
export const checkChanges = Effect.fnUntraced(function* (
  changes: ContentChangesInput["changes"],
  maxPageBytes: number
) {
  for (const [index, change] of changes.entries()) {
    const markdown = "document" in change ? change.document?.markdown : undefined
    if (markdown !== undefined) yield* checkPageSize(markdown, maxPageBytes, `changes.${index}.document.markdown`)
  }
  const details = batchProblems({ changes }, yield* SentDocuments)
  const first = details[0]
  if (first !== undefined) return yield* new Invalid({ message: `${first.path}: ${first.message}`, details })
})
