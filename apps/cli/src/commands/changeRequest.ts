/** `octavo change-request`: the change requests of an organization. */
import type { ChangeRequestStatus } from "@octavo/core/content/change-requests/status"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { listFlags, printList } from "../list.ts"
import { withStore } from "../run.ts"
import { organization, storeSettings } from "../settings.ts"

const statuses = ["draft", "open", "archived", "merged"] as const satisfies ReadonlyArray<ChangeRequestStatus>

const list = Command.make(
  "list",
  {
    organization,
    space: Flag.String("space").pipe(
      Flag.withMetavar("SPACE"),
      Flag.withDescription("Only those of this space, by id or title"),
      Flag.optional
    ),
    status: Flag.Literals("status", statuses).pipe(
      Flag.withDescription("Only those in this status; may be repeated. Without it: open ones"),
      Flag.atLeast(0)
    ),
    creator: Flag.String("creator").pipe(
      Flag.withMetavar("USER"),
      Flag.withDescription("Only those that this person began, by id or e-mail address"),
      Flag.optional
    ),
    ...listFlags,
    settings: storeSettings
  },
  Effect.fn(function* ({ settings, organization, space, status, creator, ...options }) {
    const [{ ChangeRequests }, { findOrganization, findSpace, findUser }] = yield* Effect.promise(() =>
      Promise.all([import("@octavo/core/content/change-requests/ChangeRequests"), import("@octavo/runtime/setup")])
    )
    yield* withStore(settings, () =>
      Effect.gen(function* () {
        const changeRequests = yield* ChangeRequests
        const { id } = yield* findOrganization(Option.getOrUndefined(organization))
        const listing = {
          ...(status.length === 0 ? {} : { status: [...new Set(status)] }),
          ...(Option.isSome(space) ? { space: (yield* findSpace(id, space.value)).id } : {}),
          ...(Option.isSome(creator) ? { creator: (yield* findUser(creator.value)).id } : {})
        }
        yield* printList(options, (params) => changeRequests.listInOrganization(id, listing, params), {
          what: "change requests",
          columns: ["ID", "SPACE", "NUMBER", "STATUS", "CHANGED", "BY", "SUBJECT"],
          row: ({ id, space, number, status, updatedAt, createdBy, subject }) => [
            id,
            space,
            `#${number}`,
            status,
            updatedAt,
            createdBy.displayName,
            subject
          ]
        })
      })
    )
  })
).pipe(Command.withDescription("List the change requests of an organization, last changed first"))

export const changeRequest = Command.make("change-request").pipe(
  Command.withDescription("Change requests of an organization"),
  Command.withSubcommands([list])
)
