/** Changes of spaces and collections from the tree of them: seen at once, and as they were when the server refuses. */
import { useQueryClient } from "@tanstack/react-query"
import type { Collection, Space } from "../../logic/api.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { tell } from "../parts/status.tsx"
import { collectionsQuery, spaceQuery, spacesQuery } from "../queries.ts"

interface SpaceActions {
  readonly rename: (title: string) => void
  readonly setEmoji: (emoji: string) => void
  /** @param parent a collection, or none */
  readonly move: (parent: string | null, into: string) => void
}

/** @param what is changed: a space or a collection of the organization */
export const useSpaceActions = (organization: string, what: Space | Collection | undefined): SpaceActions => {
  const queries = useQueryClient()
  const isSpace = what?.object === "space"
  const id = what?.id ?? ""

  const act = async (fields: Partial<Space>, write: () => Promise<unknown>, done: string): Promise<void> => {
    const key = isSpace ? spacesQuery(organization).queryKey : collectionsQuery(organization).queryKey
    queries.setQueryData<ReadonlyArray<{ readonly id: string }>>(key, (was) =>
      was?.map((one) => (one.id === id ? { ...one, ...fields } : one))
    )
    try {
      await write()
      tell(done)
    } catch (error) {
      tell(`That was not done. ${problemOf(error, navigator.onLine).text}`)
    }
    await queries.invalidateQueries({ queryKey: key })
    await queries.invalidateQueries({ queryKey: isSpace ? spaceQuery(id).queryKey : ["collection", id], exact: true })
  }

  return {
    rename: (title) =>
      void act(
        { title },
        () =>
          isSpace
            ? client.spaces.updateSpaceById({ params: { spaceId: id }, payload: { title } })
            : client.collections.updateCollectionById({ params: { collectionId: id }, payload: { title } }),
        `Renamed to ${title}`
      ),
    setEmoji: (emoji) =>
      void act(
        { emoji },
        () => client.spaces.updateSpaceById({ params: { spaceId: id }, payload: { emoji } }),
        emoji === "" ? "The emoji was removed" : "The emoji was changed"
      ),
    move: (parent, into) =>
      void act(
        {},
        () =>
          isSpace
            ? client.spaces.moveSpace({ params: { spaceId: id }, payload: { parent } })
            : client.collections.moveCollection({ params: { collectionId: id }, payload: { parent } }),
        `Moved ${what?.title || "Untitled"} to ${into}`
      )
  }
}
