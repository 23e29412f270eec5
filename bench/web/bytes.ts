/** Scripts as the browser receives them: that of a page, and all that it imports. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type Part, within } from "./part.ts"

export const bytes: Part = async ({ built }) => {
  const { preloads, script } = JSON.parse(readFileSync(join(built, "application.json"), "utf8")) as {
    readonly script: string
    readonly preloads: ReadonlyArray<string>
  }
  const text = (name: string) => readFileSync(join(built, name), "utf8")
  const size = (names: ReadonlyArray<string>) =>
    names.reduce((sum, name) => sum + gzipSync(text(name), { level: 9 }).length, 0) / 1000
  const reading = new Set([script, ...preloads])
  const more = new Set<string>()
  const add = (name: string): void => {
    if (reading.has(name) || more.has(name)) return
    more.add(name)
    for (const [, next] of text(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) add(`assets/${next}`)
  }
  const editor = readdirSync(join(built, "assets")).find((name) => /^PageBody-.*\.js$/.test(name))
  if (editor === undefined) throw new Error("There is no chunk of the editor")
  add(`assets/${editor}`)
  return [
    within("script before a space is read", size([...reading]), 200, "KB"),
    within("script that writing needs besides", size([...more]), 260, "KB")
  ]
}
