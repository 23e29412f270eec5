/** What a webhook can be of: the organization, a space or a site of it, each with its name. */
import { useQuery } from "@tanstack/react-query"
import { ofAll, type WebhookOwner } from "../../../logic/webhooks.ts"
import { spacesQuery } from "../../queries.ts"
import { sitesQuery } from "../../sites/queries.ts"

export const useWebhookOwners = (organization: string): ReadonlyArray<readonly [owner: WebhookOwner, name: string]> => {
  const spaces = useQuery(spacesQuery(organization)).data ?? []
  const sites = useQuery(sitesQuery(organization)).data ?? []
  return [
    [ofAll, "Everything in the organization"],
    ...spaces.map(({ id, title }) => [{ kind: "space", id }, `The space ${title || "Untitled"}`] as const),
    ...sites.map(({ id, title }) => [{ kind: "site", id }, `The site ${title}`] as const)
  ]
}
