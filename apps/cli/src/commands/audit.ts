/** `octavo audit`: who did what to which object when. */
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { instantFlag } from "../instants.ts"
import { listFlags, printList } from "../list.ts"
import { withStore } from "../run.ts"
import { organization, storeSettings } from "../settings.ts"

const areaOf = (action: string): string => action.split(".")[0] ?? ""

/** Of nearly a hundred actions those that may have been meant. */
const expectedActions = (text: string, actions: ReadonlyArray<string>): string => {
  const near = actions.filter((action) => areaOf(action) === areaOf(text))
  return near.length > 0
    ? near.join(", ")
    : `an action of one of these, like member.add: ${[...new Set(actions.map(areaOf))].join(", ")}`
}

const action = Flag.String("action").pipe(
  Flag.withMetavar("ACTION"),
  Flag.withDescription("Only this action, like member.add or site.publish; a wrong one is told which there are"),
  Flag.mapEffect(
    Effect.fnUntraced(function* (text) {
      const { auditActions } = yield* Effect.promise(() => import("@octavo/core/areas"))
      if (Object.hasOwn(auditActions, text)) return text
      const expected = expectedActions(text, Object.keys(auditActions))
      return yield* Effect.fail(new CliError.InvalidValue({ option: "action", value: text, expected, kind: "flag" }))
    })
  ),
  Flag.optional
)

export const audit = Command.make(
  "audit",
  {
    organization,
    action,
    actor: Flag.String("actor").pipe(
      Flag.withMetavar("USER"),
      Flag.withDescription("Only what this person did, by id or e-mail address; operator for whoever has the store"),
      Flag.optional
    ),
    since: instantFlag("since", "past").pipe(
      Flag.withDescription("Only what happened since: 12h, 90d or 8w ago, a date or an ISO 8601 date-time"),
      Flag.optional
    ),
    ...listFlags,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, organization, action, actor, since, ...options }) {
    const [{ Audit }, { currentId }, { findOrganization, findUser }] = yield* Effect.promise(() =>
      Promise.all([
        import("@octavo/core/people/audit/Audit"),
        import("@octavo/core/kernel/shared/currentIds"),
        import("@octavo/runtime/setup")
      ])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const audit = yield* Audit
        const { id } = yield* findOrganization(Option.getOrUndefined(organization))
        const by = Option.getOrUndefined(actor)
        const filter = {
          action: Option.getOrUndefined(action),
          from: Option.getOrUndefined(since),
          // an id may be one that nothing but the trail knows any more
          actor: by?.includes("@") ? (yield* findUser(by)).id : by === undefined ? undefined : currentId(by)
        }
        yield* printList(options, (params) => audit.list(id, filter, params), {
          what: "events",
          columns: ["WHEN", "ACTION", "BY", "TARGET"],
          row: ({ occurredAt, action, actor, target }) => [
            occurredAt,
            action,
            actor.label ?? actor.id,
            `${target.type} ${target.id}${target.label === undefined ? "" : ` ${target.label}`}`
          ]
        })
      })
    )
  })
).pipe(
  Command.withDescription("The audit trail of an organization, newest first: who did what to which object when"),
  Command.withShortDescription("Say who did what to which object when"),
  Command.withExamples([
    { command: "octavo audit --since 7d --actor ada@acme.org", description: "What one person did this week" },
    { command: "octavo audit --action member.remove --all --json", description: "For a program" }
  ])
)
