/** The folders of a project, among which links of their files lead. */
import { posix } from "node:path"
import type { Neighbours } from "@octavo/core/content/spaces/Neighbours"
import { isMarkdown } from "@octavo/document"

/** Spaces by their folders, relative to the project; the project itself is the empty path. */
export class Folders implements Neighbours {
  private readonly spaces = new Map<string, string>()

  readonly add = (folder: string, space: string): void => {
    this.spaces.set(folder, space)
  }

  readonly of: Neighbours["of"] = (spaceId) => [...this.spaces.values()].filter((id) => id !== spaceId)

  readonly find: Neighbours["find"] = (spaceId, path) => {
    const from = [...this.spaces].find(([, id]) => id === spaceId)?.[0]
    if (from === undefined) return undefined
    const wanted = posix.join(from, path)
    // the nearest folder around it: one may lie within another
    const found = [...this.spaces]
      .filter(([folder, id]) => id !== spaceId && (folder === "" || wanted.startsWith(`${folder}/`)))
      .sort(([a], [b]) => b.length - a.length)[0]
    if (found === undefined || wanted.startsWith("../")) return undefined
    const [folder, id] = found
    const inside = folder === "" ? wanted : wanted.slice(folder.length + 1)
    // a folder is its first page
    return { spaceId: id, path: isMarkdown(inside) ? inside : posix.join(inside, "README.md") }
  }
}
