/** Never read, at any depth: repositories and installed packages. */
export const ignored: ReadonlySet<string> = new Set([".git", "node_modules"])
