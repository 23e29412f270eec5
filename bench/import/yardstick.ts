/** The least that an import can be: `git clone`, and every Markdown file parsed by remark. */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { remark } from "remark"
import { answerParent } from "../support/child.ts"

export interface Cloned {
  readonly milliseconds: number
  readonly pages: number
}

answerParent(({ directory, url }: { readonly directory: string; readonly url: string }): Cloned => {
  const begun = performance.now()
  execFileSync("git", ["clone", "--quiet", url, directory])
  let pages = 0
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".md")) continue
    remark().parse(readFileSync(join(entry.parentPath, entry.name), "utf8"))
    pages++
  }
  return { milliseconds: performance.now() - begun, pages }
})
