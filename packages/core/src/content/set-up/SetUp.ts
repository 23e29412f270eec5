/**
 * The first organization of an installation, made by whoever has the key that the servers tell in their logs: with its
 * admin, a session of theirs, and a first space.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { readEmail } from "../../kernel/shared/email.ts"
import { Conflict, Forbidden, Invalid, type InvalidDetail, type StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { isStorable } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { OrganizationStore } from "../../people/organizations/OrganizationStore.ts"
import { NewOrganization, Organizations } from "../../people/organizations/Organizations.ts"
import { Sessions } from "../../people/sign-in/Sessions.ts"
import { IdentityStore } from "../../people/users/IdentityStore.ts"
import { type NewPerson, readName, Users } from "../../people/users/Users.ts"
import { Spaces } from "../spaces/Spaces.ts"
import { SiteTemplate } from "../templates/Template.ts"

/** The page that sets the installation up, below the application's path. */
export const setUpPath = "/~/set-up"

/** How long a key is good for, in hours. */
export const setUpHours = 24

/** What the page asks for, as it was typed. */
export interface SetUpInput {
  /** Title of the organization. */
  readonly organization: string
  /** Of its admin. */
  readonly name: string
  readonly email: string
}

/** What a key is signed for: no other signature passes as one. */
const purpose = "set-up"

export class SetUp extends Context.Service<
  SetUp,
  {
    /** Whether there is no organization yet. */
    readonly isPending: Effect.Effect<boolean, StorageError>
    /** The address of the page, with a new key that every server of the store takes; `undefined` when all is set up. */
    readonly address: Effect.Effect<string | undefined, StorageError>
    /** Whether a key is one of this installation's that is not over. */
    readonly isKey: (key: string) => Effect.Effect<boolean>
    /**
     * Makes the organization, its admin and a first space, all or nothing; answers the cookie of the admin's session.
     * `Conflict` when there is an organization, `Forbidden` without a key, `Invalid` with a detail for each field.
     */
    readonly begin: (
      key: string,
      input: SetUpInput
    ) => Effect.Effect<string, Conflict | Forbidden | Invalid | StorageError>
  }
>()("@octavo/core/content/set-up/SetUp") {
  static readonly layer = Layer.effect(
    SetUp,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const organizations = yield* Organizations
      const users = yield* Users
      const spaces = yield* Spaces
      const sessions = yield* Sessions
      const identities = yield* IdentityStore
      const transaction = yield* Transaction
      const instance = yield* Instance
      const signingKey = yield* SigningKey
      const [firstSection] = (yield* SiteTemplate).sections

      const isPending = Effect.map(
        store.list(null, undefined, { after: undefined, limit: 1 }),
        ({ count }) => count === 0
      )

      const address = Effect.gen(function* () {
        if (!(yield* isPending)) return undefined
        const until = (yield* Clock.currentTimeMillis) + setUpHours * 3_600_000
        return app(instance, `${setUpPath}?key=${signValue(signingKey, purpose, until)}`)
      })

      const isKey = (key: string) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const until = verifyValue(signingKey, purpose, key)
          return typeof until === "number" && until > now
        })

      const firstSpace = Effect.fnUntraced(function* (organizationId: string) {
        if (firstSection === undefined) return
        yield* spaces.create(organizationId, {
          title: firstSection.title,
          template: { id: firstSection.template }
        })
      })

      const make = Effect.fnUntraced(function* ({ organization, person }: Checked) {
        const now = yield* Clock.currentTimeMillis
        // whoever comes second waits here for the first, who may be on another server
        const claimed = yield* identities.useOnce(
          purpose,
          "organization",
          new Date(now).toISOString(),
          new Date(now + setUpHours * 3_600_000).toISOString()
        )
        if (!claimed || !(yield* isPending)) return yield* isSetUp
        const { id: userId } = yield* users.ensure(person).pipe(Effect.provideService(CurrentActor, operator))
        yield* organizations.create(organization).pipe(
          Effect.flatMap(({ id }) => firstSpace(id)),
          // nothing of this is the person's choice
          Effect.catchTags({ Forbidden: Effect.die, Invalid: Effect.die, NotFound: Effect.die }),
          Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes: null })
        )
        return yield* sessions.start({ userId, organizationId: null, providerId: null, tokenId: null }, "set-up")
      })

      const begin = traced("SetUp.begin")(function* (key: string, input: SetUpInput) {
        if (!(yield* isPending)) return yield* isSetUp
        if (!(yield* isKey(key))) return yield* noKey
        const checked = yield* check(input)
        return yield* transaction.run(make(checked))
      })

      return SetUp.of({ isPending, address, isKey, begin })
    })
  )
}

interface Checked {
  readonly organization: NewOrganization
  readonly person: NewPerson
}

const isOrganization = Schema.is(NewOrganization)

/** Every field as it is kept; else what is wrong with each. */
const check = Effect.fnUntraced(function* (input: SetUpInput) {
  const title = input.organization.trim()
  const displayName = readName(input.name)
  const email = readEmail(input.email)
  const details: Array<InvalidDetail> = []
  if (!isOrganization({ title }) || !isStorable(title)) {
    details.push({ path: "organization", message: "The name of an organization has 2 to 255 characters" })
  }
  if (displayName === undefined) details.push({ path: "name", message: "Your name has 1 to 64 characters" })
  if (email === undefined) details.push({ path: "email", message: "An e-mail address is like ada@example.com" })
  if (details.length > 0 || displayName === undefined || email === undefined) {
    return yield* new Invalid({ message: "Some fields need other words", details })
  }
  return { organization: { title }, person: { email, displayName } } satisfies Checked
})

const noKey = Effect.fail(new Forbidden({ message: "This key is none of this installation's, or is over" }))
const isSetUp = Effect.fail(new Conflict({ message: "This installation is set up" }))
