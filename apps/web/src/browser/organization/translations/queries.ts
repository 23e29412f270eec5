/** What the screen of translations asks for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { isRunOpen } from "../../../logic/translations.ts"
import { all, client, pageAt } from "../../client.ts"

/** Milliseconds between two looks at what is under way. */
export const pace = 800

/** Translations of an organization, a page of them at a time. */
export const translationsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "translations"],
    queryFn: ({ pageParam }) =>
      client.translations.listTranslations({ params: { organizationId }, query: { limit: 50, ...pageAt(pageParam) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page
  })

/** The newest run of a translation; `null` where there is none. */
export const latestRunQuery = (organizationId: string, translationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "translations", translationId, "latest"],
    queryFn: async () => {
      const { items } = await client.translations.listTranslationRuns({
        params: { organizationId, translationId },
        query: { limit: 1 }
      })
      return items[0] ?? null
    },
    refetchInterval: ({ state }) => (state.data && isRunOpen(state.data) ? pace : false)
  })

/** Runs of a translation, the latest first. */
export const translationRunsQuery = (organizationId: string, translationId: string) =>
  infiniteQueryOptions({
    queryKey: ["organization", organizationId, "translations", translationId, "runs"],
    queryFn: ({ pageParam }) =>
      client.translations.listTranslationRuns({
        params: { organizationId, translationId },
        query: { limit: 20, ...pageAt(pageParam) }
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next?.page,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isRunOpen)) ? pace : false)
  })

/** The whole glossary: it is looked through here. */
export const glossaryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organization", organizationId, "glossary"],
    queryFn: () => all((query) => client.glossary.listGlossaryEntries({ params: { organizationId }, query }))
  })
