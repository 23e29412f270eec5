/** The files of a space, as they are shown and found. Pure. */
import type { File } from "./api.ts"
import { foldedText } from "./tree.ts"
import { sizeOf } from "./words.ts"

type Named = Pick<File, "name" | "contentType">

export const isPicture = ({ contentType }: Pick<File, "contentType">): boolean => contentType.startsWith("image/")

/** What kinds of pictures are called, where it is not what their types end with. */
const pictureNames: Readonly<Record<string, string>> = {
  "svg+xml": "SVG",
  "x-icon": "ICO",
  "vnd.microsoft.icon": "ICO"
}

const unnamed = { video: "A video", audio: "An audio file" } as const

/** What a file is, in a word or two: "PNG picture", "PDF". */
export const kindOf = ({ contentType, name }: Named): string => {
  const [type = "", part = ""] = (contentType.split(";")[0] ?? "").split("/")
  if (type === "image") return `${pictureNames[part] ?? part.toUpperCase()} picture`
  const ending = /[^.]\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
  if (type === "video" || type === "audio") return ending === undefined ? unnamed[type] : `${ending} ${type}`
  return ending ?? "File"
}

/** What is to be known of a file, beside its name. */
export const factsOf = (file: Pick<File, "name" | "contentType" | "size" | "dimensions">): ReadonlyArray<string> => [
  kindOf(file),
  ...(file.dimensions === undefined ? [] : [`${file.dimensions.width} × ${file.dimensions.height}`]),
  sizeOf(file.size)
]

/** Files by name, those alone whose names or kinds have all words. */
export const filesFor = <A extends Named>(files: ReadonlyArray<A>, words: string): ReadonlyArray<A> => {
  const wanted = foldedText(words).split(/\s+/).filter(Boolean)
  return files
    .filter((file) => {
      const text = foldedText(`${file.name} ${kindOf(file)}`)
      return wanted.every((word) => text.includes(word))
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }))
}

/** What shows a file in a page, as Markdown that stays right when the page moves. */
export const markdownOfFile = (file: Pick<File, "id" | "contentType">): string =>
  isPicture(file) ? `![](/files/${file.id})` : `{% file src="/files/${file.id}" %}`
