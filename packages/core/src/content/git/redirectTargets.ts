/**
 * The pages that redirects of `.gitbook.yaml` lead to, by the files that they name. Pure.
 * @param pages path and id
 * @returns what a path without an anchor names: a file, which may lack its extension, or a folder with a README
 */
export const pageFinder = (pages: Iterable<readonly [path: string, id: string]>) => {
  const byFile = new Map(pages)
  return (named: string): { readonly id: string; readonly path: string } | undefined => {
    for (const path of [named, `${named}.md`, named === "" ? "README.md" : `${named}/README.md`]) {
      const id = byFile.get(path)
      if (id !== undefined) return { id, path }
    }
    return undefined
  }
}
