/** All that the screen of a site's insights asks for, at once. */
import { keepPreviousData, useQueries } from "@tanstack/react-query"
import { errorToShow } from "../../../logic/failures.ts"
import { type InsightsAsked, type InsightsRange, insightsQuestions } from "../../../logic/insights.ts"
import { siteInsightsQuery } from "../queries.ts"

const questions = Object.keys(insightsQuestions) as ReadonlyArray<InsightsAsked>

/** The rows of each answer, those of the range before until they are there. */
export const useInsights = (organization: string, site: string, range: InsightsRange) =>
  useQueries({
    queries: questions.map((asked) => ({
      ...siteInsightsQuery(organization, site, asked, range),
      placeholderData: keepPreviousData
    })),
    combine: (answers) => ({
      error: errorToShow(...answers),
      rows: Object.fromEntries(questions.map((asked, at) => [asked, answers[at]?.data])) as {
        readonly [asked in InsightsAsked]: (typeof answers)[number]["data"]
      }
    })
  })
