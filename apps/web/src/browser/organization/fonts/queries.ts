/** What the screen of fonts asks for. */
import { queryOptions } from "@tanstack/react-query"
import { isDrawnWith } from "../../../logic/fonts.ts"
import { client } from "../../client.ts"
import { queryClient } from "../../queries.ts"
import { siteLooksQuery, sitesQuery } from "../../sites/queries.ts"

/** All fonts of an organization, of which there are a hundred at most. */
export const customFontsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "fonts"],
    queryFn: async () => (await client.customFonts.listCustomFonts({ params: { organizationId } })).items
  })

/** Sites whose looks are looked at. */
const mostSites = 50

/** Titles of the sites that are drawn with a font, among so many that are looked at. */
export const fontUsesQuery = (organizationId: string, fontId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "fonts", fontId, "uses"],
    queryFn: async () => {
      const sites = await queryClient.fetchQuery(sitesQuery(organizationId))
      const titles: Array<string> = []
      for (const { id, title } of sites.slice(0, mostSites))
        if (isDrawnWith(await queryClient.fetchQuery(siteLooksQuery(organizationId, id)), fontId)) titles.push(title)
      return { titles, unseen: Math.max(0, sites.length - mostSites) }
    }
  })
