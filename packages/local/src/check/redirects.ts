/** Redirects of `octavo.yaml` that lead nowhere because they lead to each other. Pure. */
import type { LintRule } from "@octavo/document"
import { type Project, redirectTo } from "../project.ts"

export const lintRedirects = ({
  redirects = {}
}: Project): ReadonlyArray<{
  readonly rule: LintRule
  readonly keys: ReadonlyArray<string>
  readonly message: string
}> => {
  const targets = new Map(Object.entries(redirects).map(([from, target]) => [bare(from), bare(redirectTo(target).to)]))
  return Object.keys(redirects).flatMap((key) => {
    const way = [bare(key)]
    for (let at = targets.get(way[0]!); at !== undefined; at = targets.get(at)) {
      if (at === way[0]) {
        const circle = [...way, at].map((path) => `/${path}`).join(" > ")
        return [
          {
            rule: "redirect-loop" as const,
            keys: ["redirects", key],
            message: `It comes back to where it begins: ${circle}`
          }
        ]
      }
      // a circle that this one only leads into is told where it is
      if (way.includes(at)) return []
      way.push(at)
    }
    return []
  })
}

const bare = (path: string): string =>
  path
    .replace(/\/\*$/, "")
    .split("/")
    .filter((part) => part !== "")
    .join("/")
