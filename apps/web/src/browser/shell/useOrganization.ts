/** The organization that is looked at: that of the address, of the space or collection there, else the last one. */
import { useQuery } from "@tanstack/react-query"
import { useMatches } from "@tanstack/react-router"
import { useEffect } from "react"
import { lastOrganization, rememberOrganization } from "../place.ts"
import { collectionQuery, organizationsQuery, spaceQuery } from "../queries.ts"

interface AddressParts {
  readonly organization?: string
  readonly collection?: string
  readonly space?: string
}

/** `undefined` while it is not known, and for members of many who have not chosen. */
export const useOrganization = (): string | undefined => {
  const parts: AddressParts = useMatches().at(-1)?.params ?? {}
  const space = useQuery({ ...spaceQuery(parts.space ?? ""), enabled: parts.space !== undefined })
  const collection = useQuery({ ...collectionQuery(parts.collection ?? ""), enabled: parts.collection !== undefined })
  const organizations = useQuery(organizationsQuery)
  const named = parts.organization ?? space.data?.organization ?? collection.data?.organization
  const isElsewhere = parts.space !== undefined || parts.collection !== undefined
  const last = isElsewhere && named === undefined ? undefined : lastOrganization()
  const mine = organizations.data?.map(({ id }) => id) ?? []
  const found = named ?? mine.find((id) => id === last) ?? (mine.length === 1 ? mine[0] : undefined)
  const isMine = found !== undefined && mine.includes(found)
  useEffect(() => {
    if (isMine) rememberOrganization(found)
  }, [found, isMine])
  return found
}
