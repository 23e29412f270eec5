/** Questions about events (`docs/contributing/wire.md#insights`): columns, filters, ranges. Pure; `test/delivery/insights/query.test.ts`. */
import { Result, Schema } from "effect"
import { Invalid, type InvalidDetail } from "../../kernel/shared/errors.ts"
import { Text } from "../../kernel/shared/text.ts"

/** What events can be grouped and filtered by. */
const dimensions = [
  "datetime",
  "url",
  "eventType",
  "siteSection",
  "siteSpace",
  "siteShareKey",
  "displayContext",
  "page",
  "visitorGeoCountry",
  "visitorDevice",
  "visitorBrowser",
  "visitorOS",
  "visitorBot",
  "visitorLanguage",
  "visitorClaim",
  "eventLinkTargetKind",
  "eventLinkTargetDomain",
  "eventLinkPosition",
  "eventAPIOperationPath",
  "eventAPIOperationMethod",
  "eventSearchQuery",
  /** Extension. */
  "eventSearchResults",
  "eventPageFeedbackRating",
  "eventPageFeedbackComment",
  "eventAskResponseRating",
  "referrer",
  "referrerDomain",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
  "eventAdDomain",
  "eventAdPlacement",
  "eventTrademarkPlacement"
] as const
export type DimensionName = (typeof dimensions)[number]

/** What is counted in a group of events. */
const measures = ["eventsCount", "sessionsCount", "visitorsCount", "pageFeedbackRating", "askResponseRating"] as const
export type MeasureName = (typeof measures)[number]

const intervals = ["hour", "day", "week", "month"] as const
export type Interval = (typeof intervals)[number]

const operators = ["in", "notIn", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual"] as const
export type Operator = (typeof operators)[number]

/** A column; `interval` is of `datetime` (a day without it), `claim` of `visitorClaim`. */
const Column = Schema.Struct({
  column: Schema.Literals([...dimensions, ...measures]),
  interval: Schema.optionalKey(Schema.Literals(intervals)),
  claim: Schema.optionalKey(Text(1, 256))
}).annotate({ identifier: "SiteInsightsQueryEventsColumn" })
type Column = typeof Column.Type

const PageValue = Schema.Struct({ page: Schema.NullOr(Schema.String), space: Schema.String })
const Filter = Schema.Struct({
  column: Schema.Literals(dimensions),
  claim: Schema.optionalKey(Text(1, 256)),
  values: Schema.Array(Schema.NullOr(Schema.Union([Schema.String, Schema.Number, PageValue]))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(1000)
  ),
  operator: Schema.optionalKey(Schema.Literals(operators))
}).annotate({ identifier: "SiteInsightsQueryEventsFilter" })

const rangePresets = ["lastYear", "last3Months", "last30Days", "last7Days", "last24Hours"] as const
const Range = Schema.Union([
  Schema.Literals(rangePresets),
  Schema.Struct({ from: Text(1, 64), to: Text(1, 64) })
]).annotate({ identifier: "SiteInsightsQueryRange" })

/** Body of `POST .../insights/events/aggregate`. */
export const InsightsQuery = Schema.Struct({
  select: Schema.optionalKey(Schema.Array(Column).check(Schema.isMaxLength(20))),
  where: Schema.optionalKey(Schema.Array(Filter).check(Schema.isMaxLength(50))),
  groupBy: Schema.optionalKey(Schema.Array(Column).check(Schema.isMaxLength(10))),
  order: Schema.optionalKey(Schema.Struct({ by: Column, direction: Schema.Literals(["asc", "desc"]) })),
  range: Range,
  limit: Schema.optionalKey(
    Schema.Number.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(1000))
  )
}).annotate({ identifier: "SiteInsightsQueryEventsAggregation" })
export type InsightsQuery = typeof InsightsQuery.Type

/** The answer: one list of values for each column, all of one length. */
export const InsightsResult = Schema.Struct({
  columns: Schema.Array(
    Schema.StructWithRest(Schema.Struct({ column: Schema.String, values: Schema.Array(Schema.Unknown) }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ])
  )
}).annotate({ identifier: "SiteInsightsQueryEventsAggregationResult" })
export type InsightsResult = typeof InsightsResult.Type

export type Dimension =
  | { readonly column: "datetime"; readonly interval: Interval }
  | { readonly column: "visitorClaim"; readonly claim: string }
  | { readonly column: Exclude<DimensionName, "datetime" | "visitorClaim"> }

export type PlannedColumn = Dimension | { readonly column: MeasureName }

export interface PlannedFilter {
  readonly of: Dimension
  readonly operator: Operator
  /** Numbers for `eventAskResponseRating` and `eventSearchResults`, else text; pages by their ids. */
  readonly values: ReadonlyArray<string | number | null>
}

/** A question that the store can answer. */
export interface Plan {
  /** In the order of the answer. Grouped by the dimensions among them. */
  readonly columns: ReadonlyArray<PlannedColumn>
  readonly where: ReadonlyArray<PlannedFilter>
  /** Place in `columns`. */
  readonly order: { readonly by: number; readonly descending: boolean }
  /** ISO 8601, `to` exclusive. */
  readonly from: string
  readonly to: string
  readonly limit: number
}

const day = 86_400_000
const presetDays = { lastYear: 365, last3Months: 91, last30Days: 30, last7Days: 7, last24Hours: 1 } as const

const isMeasure = (column: string): column is MeasureName => measures.some((one) => one === column)

const sameColumn = (a: PlannedColumn, b: PlannedColumn): boolean =>
  a.column === b.column &&
  (!("interval" in a) || !("interval" in b) || a.interval === b.interval) &&
  (!("claim" in a) || !("claim" in b) || a.claim === b.claim)

/** @param now milliseconds since 1970 */
export const planOf = (query: InsightsQuery, now: number): Result.Result<Plan, Invalid> => {
  const problems: Array<InvalidDetail> = []
  const problem = (path: string, message: string) => {
    problems.push({ path, message })
    return undefined
  }

  const dimension = (
    path: string,
    { claim, column, interval }: Omit<Column, "column"> & { readonly column: DimensionName }
  ) => {
    if (column === "datetime") return { column, interval: interval ?? "day" } as const
    if (column !== "visitorClaim") return { column } as const
    return claim === undefined ? problem(`${path}.claim`, "must name the claim") : ({ column, claim } as const)
  }
  const planned = (path: string, one: Column): PlannedColumn | undefined => {
    const { column } = one
    return isMeasure(column) ? { column } : dimension(path, { ...one, column })
  }
  const list = (name: string, all: ReadonlyArray<Column> = []) =>
    all.flatMap((one, i) => planned(`${name}[${i}]`, one) ?? [])

  const grouped = list("groupBy", query.groupBy)
  for (const [i, { column }] of (query.groupBy ?? []).entries()) {
    if (isMeasure(column)) problem(`groupBy[${i}].column`, "must not be a count")
  }
  const selected = list("select", query.select)
  const asked = selected.length > 0 ? selected : [...grouped, { column: "eventsCount" as const }]
  // what events are grouped by is part of the answer: without it, no row could be told from another
  const all = [...asked, ...grouped.filter((one) => !asked.some((other) => sameColumn(one, other)))]
  const columns = all.filter((one, i) => all.findIndex((other) => sameColumn(one, other)) === i)

  const where = (query.where ?? []).flatMap((filter, i): ReadonlyArray<PlannedFilter> => {
    const path = `where[${i}]`
    const of = dimension(path, filter)
    const operator = filter.operator ?? "in"
    const compares = operator !== "in" && operator !== "notIn"
    if (compares && filter.values.length !== 1) problem(`${path}.values`, `must be one value for ${operator}`)
    const numeric = filter.column === "eventAskResponseRating" || filter.column === "eventSearchResults"
    const values = filter.values.map((value, n) => {
      const plain = typeof value === "object" && value !== null ? value.page : value
      const isPage = typeof value === "object" && value !== null
      if (isPage !== (filter.column === "page") && value !== null)
        problem(`${path}.values[${n}]`, "is not of this column")
      else if (typeof plain === "number" && !numeric) problem(`${path}.values[${n}]`, "must be text")
      else if (typeof plain === "string" && numeric) problem(`${path}.values[${n}]`, "must be a number")
      else if (plain === null && compares) problem(`${path}.values[${n}]`, "cannot be compared")
      return plain
    })
    return of === undefined ? [] : [{ of, operator, values }]
  })

  const by = query.order === undefined ? undefined : planned("order.by", query.order.by)
  const found = by === undefined ? -1 : columns.findIndex((one) => sameColumn(one, by))
  if (by !== undefined && found < 0) problem("order.by", "must be one of the columns that are selected")
  if (by !== undefined && (by.column === "pageFeedbackRating" || by.column === "askResponseRating")) {
    problem("order.by", "must be a column with one value in a row")
  }
  const timed = columns.findIndex(({ column }) => column === "datetime")
  const counted = columns.findIndex(({ column }) => column.endsWith("Count"))
  const order =
    query.order !== undefined
      ? { by: Math.max(found, 0), descending: query.order.direction === "desc" }
      : timed >= 0
        ? { by: timed, descending: false }
        : { by: Math.max(counted, 0), descending: counted >= 0 }

  const { range } = query
  const times =
    typeof range === "string"
      ? [now - presetDays[range] * day, now + 1]
      : [Date.parse(range.from), Date.parse(range.to)]
  const [from, to] = times as [number, number]
  if (Number.isNaN(from)) problem("range.from", "must be a timestamp of ISO 8601")
  if (Number.isNaN(to)) problem("range.to", "must be a timestamp of ISO 8601")
  if (to < from) problem("range.to", "must not be before range.from")

  if (problems.length > 0) {
    const [{ message, path }] = problems as [InvalidDetail]
    return Result.fail(new Invalid({ message: `${path}: ${message}`, details: problems }))
  }
  return Result.succeed({
    columns,
    where,
    order,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: query.limit ?? 1000
  })
}
