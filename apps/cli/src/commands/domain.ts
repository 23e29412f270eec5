/** `octavo domain`: e-mail domains of organizations, which the operator may vouch for. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { listFlags, printList } from "../list.ts"
import { answer, withStore } from "../run.ts"
import { json, organization, storeSettings } from "../settings.ts"

const domain = Argument.String("domain").pipe(
  Argument.withDescription("One of emailDomains of the organization, like example.com")
)

const list = Command.make(
  "list",
  { organization, ...listFlags, settings: storeSettings },
  Effect.fn(function* ({ organization, settings, ...options }) {
    const [{ EmailDomains }, { findOrganization }] = yield* Effect.promise(() =>
      Promise.all([import("@octavo/core/people/email-domains/EmailDomains"), import("@octavo/runtime/setup")])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const domains = yield* EmailDomains
        const { id } = yield* findOrganization(Option.getOrUndefined(organization))
        yield* printList(options, (params) => domains.list(id, params), {
          what: "e-mail domains",
          columns: ["DOMAIN", "PROVEN BY", "SINCE", "RECORD THAT PROVES IT"],
          row: ({ domain, provenAt, provenBy, record }) => [
            domain,
            provenBy === undefined ? "nobody" : provenBy === "dns" ? "its DNS" : "the operator",
            provenAt ?? "",
            `${record.type} ${record.name} "${record.value}"`
          ]
        })
      })
    )
  })
).pipe(Command.withDescription("List the e-mail domains of an organization, and whether each is proven to be its own"))

const prove = Command.make(
  "prove",
  { domain, organization, json, settings: storeSettings },
  Effect.fn(function* ({ domain, json, organization, settings }) {
    const { proveDomain } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    const proven = yield* withStore(settings, () => proveDomain(Option.getOrUndefined(organization), domain))
    yield* answer(json, proven, [`People of ${proven.domain} are offered the sign-in of the organization`])
  })
).pipe(
  Command.withDescription(
    "Say that a domain is an organization's own: people with an address of it are offered its sign-in. A DNS record says the same without you"
  )
)

const disprove = Command.make(
  "disprove",
  { domain, organization, json, settings: storeSettings },
  Effect.fn(function* ({ domain, json, organization, settings }) {
    const { disproveDomain } = yield* Effect.promise(() => import("@octavo/runtime/setup"))
    yield* withStore(settings, () => disproveDomain(Option.getOrUndefined(organization), domain))
    yield* answer(json, { disproved: domain }, [`${domain} is proven no more`])
  })
).pipe(Command.withDescription("Take a proof away, also one of the DNS, until somebody proves the domain again"))

export const domains = Command.make("domain").pipe(
  Command.withDescription("E-mail domains of organizations: list, prove, disprove"),
  Command.withSubcommands([list, prove, disprove])
)
