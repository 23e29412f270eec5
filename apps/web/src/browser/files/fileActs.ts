/** What can be done with a file of a space. */
import type { File } from "../../logic/api.ts"
import { markdownOfFile } from "../../logic/files.ts"
import { copyText } from "../parts/copy.ts"

export const copyMarkdown = (file: File): Promise<void> =>
  copyText(markdownOfFile(file), `The Markdown that shows ${file.name}`)

export const copyAddress = ({ downloadURL, name }: File): Promise<void> =>
  copyText(downloadURL, `The address of ${name}`)

export const download = ({ downloadURL, name }: File): void => {
  const link = document.createElement("a")
  link.href = downloadURL
  link.download = name
  link.click()
}
