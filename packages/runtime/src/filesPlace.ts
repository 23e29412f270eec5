/** What the place of files says. Loads nothing that reads or writes them. */
import { resolve } from "node:path"

export type FilesPlace =
  | { readonly kind: "database" }
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "s3"; readonly endpoint: string; readonly bucket: string; readonly prefix: string }

/** The place that a text names; `undefined` for a text that names none. */
export const parseFilesPlace = (text: string): FilesPlace | undefined => {
  if (text === "database") return { kind: "database" }
  if (/^directory:./.test(text)) return { kind: "directory", path: resolve(text.slice("directory:".length)) }
  const url = /^s3:https?:/.test(text) ? URL.parse(text.slice("s3:".length)) : null
  const [bucket = "", ...prefix] = url?.pathname.split("/").filter((part) => part !== "") ?? []
  if (url === null || bucket === "" || url.username !== "" || url.password !== "") return undefined
  if (url.search !== "" || url.hash !== "") return undefined
  return { kind: "s3", endpoint: url.origin, bucket, prefix: prefix.map((part) => `${part}/`).join("") }
}

/** What is wrong with a text, in words that stand behind its name; keys of storage are not repeated. */
export const filesProblem = (text: string): string | undefined =>
  parseFilesPlace(text) === undefined
    ? "must be database, directory:./path or s3:https://HOST/BUCKET[/PREFIX], with keys in settings of their own"
    : undefined
