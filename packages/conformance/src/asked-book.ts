/** A handbook and a hundred questions about it, both made by rule: each question knows the section that has its answer. */

const things = [
  ["Mail server", "postmaster", "queue"],
  ["Log shipper", "collector", "pipeline"],
  ["Message broker", "topic", "partition"],
  ["Image registry", "layer", "manifest"],
  ["Billing", "invoice", "ledger"],
  ["Search cluster", "shard", "replica"],
  ["Single sign-on", "assertion", "certificate"],
  ["Web gateway", "route", "upstream"],
  ["Object storage", "bucket", "lifecycle"],
  ["Job scheduler", "worker", "retry"],
  ["Feature flags", "cohort", "rollout"],
  ["Time series", "retention", "downsampling"]
] as const

const tasks = [
  ["Installing", "install", "Unpack the archive on the host", "which archive is unpacked for"],
  ["Backups", "back up", "A copy is written to another disk every night", "is a copy written every night of"],
  ["Restoring", "restore", "Stop the service and play the copy in", "how is the copy played in for"],
  ["Upgrades", "upgrade", "Read the notes of the release before", "do I read the notes of the release before"],
  ["Monitoring", "monitor", "Alerts are sent when latency grows", "when are alerts about latency sent for"],
  ["Access control", "limit access to", "Roles decide who may change settings", "who may change settings by roles in"],
  ["Removing", "remove", "Delete its volume afterwards", "is the volume deleted of"],
  [
    "Limits",
    "raise the limits of",
    "At most 500 requests a second are taken",
    "how many requests a second are taken by"
  ]
] as const

const lead = (thing: string) => `What the ${thing.toLowerCase()} does, and how it is run day by day.`
const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(" ", "-")

/** Title and text of each page. */
export const handbook: ReadonlyArray<readonly [title: string, text: string]> = things.map(([thing, one, other], i) => [
  thing,
  [
    lead(thing),
    ...tasks.map(
      ([heading, , fact], n) =>
        `## ${heading}\n\n${fact}. The ${n % 2 === 0 ? one : other} of the ${thing.toLowerCase()} is looked at first; ` +
        `step ${i + n} takes a minute. More words stand here that say nothing of it, as they do in every handbook.`
    )
  ].join("\n\n")
])

export interface KnownQuestion {
  readonly question: string
  readonly page: string
  readonly anchor: string
}

/** Questions that have no word in common with the handbook, in the words of whoever knows other names. */
export const questionsInOtherWords: ReadonlyArray<KnownQuestion> = [
  ["Whither does one deploy a postbox?", "Mail server", "installing"],
  ["Any snapshots for toggles?", "Feature flags", "backups"],
  ["Any cron clearance?", "Job scheduler", "access-control"],
  ["Got warnings if login becomes sluggish?", "Single sign-on", "monitoring"],
  ["Discard a postbox?", "Mail server", "removing"],
  ["Quota for login?", "Single sign-on", "limits"],
  ["Cron edition?", "Job scheduler", "upgrades"],
  ["Deploy toggles", "Feature flags", "installing"]
].map(([question, page, anchor]) => ({ question: question!, page: page!, anchor: anchor! }))

/** What the model of embeddings of these stories knows: words that mean what a word of the handbook does. */
export const meanings: Readonly<Record<string, string>> = {
  postbox: "mail",
  deploy: "install",
  snapshot: "backup",
  toggle: "flag",
  cron: "scheduler",
  clearance: "access",
  warn: "alert",
  sluggish: "latency",
  login: "sign",
  discard: "remov",
  quota: "limit",
  edition: "upgrade"
}

/** In four forms: by the task, by the fact, by a word of the page, and with a typo. */
export const knownQuestions: ReadonlyArray<KnownQuestion> = things
  .flatMap(([thing, one, other], i) =>
    tasks.flatMap(([heading, verb, , fact], n): ReadonlyArray<KnownQuestion> => {
      const name = thing.toLowerCase()
      const word = n % 2 === 0 ? one : other
      const forms = [
        `How do I ${verb} the ${name}?`,
        `${fact} the ${name}?`,
        `What about the ${word} and ${heading.toLowerCase()}?`,
        `${heading.toLowerCase()} of the ${name.slice(0, 2)}${name.slice(3)}`
      ]
      const known = { page: thing, anchor: anchorOf(heading) }
      // two forms of each section in turn
      return [forms[(i + n) % 4]!, forms[(i + n + 1) % 4]!].map((question) => ({ question, ...known }))
    })
  )
  .filter((_, i) => i % 48 < 25)
