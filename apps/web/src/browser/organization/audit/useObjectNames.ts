/** What objects of an organization are called now, by their ids: events tell of some without their names. */
import { useQuery } from "@tanstack/react-query"
import { collectionsQuery, spacesQuery } from "../../queries.ts"
import { sitesQuery } from "../../sites/queries.ts"

export const useObjectNames = (organization: string): ReadonlyMap<string, string> => {
  const spaces = useQuery(spacesQuery(organization)).data ?? []
  const collections = useQuery(collectionsQuery(organization)).data ?? []
  const sites = useQuery(sitesQuery(organization)).data ?? []
  return new Map([...spaces, ...collections, ...sites].map(({ id, title }) => [id, title || "Untitled"]))
}
