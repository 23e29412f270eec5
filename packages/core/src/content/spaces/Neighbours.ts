/** Spaces that lie beside each other in one folder, so that links of one lead into the files of another. */
import { reference } from "../../kernel/shared/reference.ts"

export interface Neighbours {
  /** Ids of the spaces beside a space. */
  readonly of: (spaceId: string) => ReadonlyArray<string>
  /**
   * The file of another space that a path leads to.
   * @param path relative to the root of the space: it begins with `../`
   */
  readonly find: (spaceId: string, path: string) => { readonly spaceId: string; readonly path: string } | undefined
}

/** None, unless a folder is shown as a site. */
export const Neighbours = reference<Neighbours>("@octavo/core/content/spaces/Neighbours", () => ({
  of: () => [],
  find: () => undefined
}))
