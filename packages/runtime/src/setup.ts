/**
 * What the operator does to an installation before anyone can sign in: the first organization with its admin, people,
 * and the names by which the command line finds things. Everything here needs the operator as the actor.
 */

import type { Space } from "@octavo/core/content/spaces/Space"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { NewVersionInput } from "@octavo/core/delivery/sites/input"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { currentId } from "@octavo/core/kernel/shared/currentIds"
import { Conflict, Invalid, NotFound } from "@octavo/core/kernel/shared/errors"
import type { ListParams, Page } from "@octavo/core/kernel/shared/pagination"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { codePoints } from "@octavo/core/kernel/shared/text"
import { traced } from "@octavo/core/kernel/shared/traced"
import { EmailDomains } from "@octavo/core/people/email-domains/EmailDomains"
import { Members } from "@octavo/core/people/members/Members"
import { OrganizationStore } from "@octavo/core/people/organizations/OrganizationStore"
import { NewOrganization, Organizations } from "@octavo/core/people/organizations/Organizations"
import { MailLinks } from "@octavo/core/people/sign-in/MailLinks"
import type { User } from "@octavo/core/people/users/User"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { NewToken, readPerson, Users } from "@octavo/core/people/users/Users"
import { Effect, Schema, SchemaIssue } from "effect"

export interface NewAdmin {
  /** Of the organization. */
  readonly title: string
  readonly email: string
  readonly name: string
  /** Whether there may be one with this title already. */
  readonly another?: boolean
}

/**
 * An organization with its first admin, who has an API token. A person with this address is used as they are. The
 * input is checked as a whole before anything is written.
 */
export const createOrganization = traced("setup.createOrganization")(function* (input: NewAdmin) {
  const organizations = yield* Organizations
  const users = yield* Users
  const body = yield* checked(NewOrganization, { title: input.title })
  const person = yield* readPerson({ email: input.email, displayName: input.name })
  if (input.another !== true) yield* refuseSameTitle(body.title)
  const user = yield* users.ensure(person)
  const organization = yield* organizations.create(body, user.id)
  const { token } = yield* users.createToken(user.id, { label: "octavo init" })
  return { organization, user, token }
})

/** Two of one title are rarely meant: `octavo init` was run once more. */
const refuseSameTitle = Effect.fnUntraced(function* (title: string) {
  const [same] = yield* (yield* OrganizationStore).titled(title, 1)
  if (same === undefined) return
  return yield* new Conflict({
    message: `There is an organization ${JSON.stringify(title)} already (${same.id}), and nothing was changed. A new API token: octavo token create --user EMAIL. One more person: octavo user create. A second organization of that title: say --another`
  })
})

export interface NewUser {
  /** Id or title; may be left out when there is only one. */
  readonly organization: string | undefined
  readonly email: string
  readonly name: string
  readonly role: Role | null
}

/** A person with an API token, as a member of an organization; someone who is one already gets the role. */
export const createUser = traced("setup.createUser")(function* (input: NewUser) {
  const users = yield* Users
  const members = yield* Members
  const organization = yield* findOrganization(input.organization)
  const user = yield* users.ensure({ email: input.email, displayName: input.name })
  yield* members.put(organization.id, user.id, input.role)
  const { token } = yield* users.createToken(user.id, { label: "octavo user create" })
  return { user, token }
})

/** Gives a member of an organization another role; `null` makes a guest of them. The last admin stays one. */
export const setUserRole = traced("setup.setUserRole")(function* (input: MemberName & { readonly role: Role | null }) {
  const members = yield* Members
  const { organization, user } = yield* findMember(input)
  yield* members.setRole(organization.id, user.id, input.role)
  return { organization, user, role: input.role }
})

/** Takes a person out of an organization, with all that was granted to them there. The last admin stays. */
export const removeUser = traced("setup.removeUser")(function* (input: MemberName) {
  const members = yield* Members
  const { organization, user } = yield* findMember(input)
  yield* members.remove(organization.id, user.id)
  return { organization, user }
})

export interface MemberName {
  /** Id or title; may be left out when there is only one. */
  readonly organization: string | undefined
  /** Id or e-mail address. */
  readonly user: string
}

const findMember = Effect.fnUntraced(function* (name: MemberName) {
  const members = yield* Members
  const organization = yield* findOrganization(name.organization)
  const { id, email } = yield* findUser(name.user)
  return yield* members.get(organization.id, id).pipe(
    Effect.map(({ user }) => ({ organization, user })),
    Effect.catchTag(
      "NotFound",
      () => new NotFound({ message: `${email} is not a member of ${organization.title}; octavo user list says who is` })
    )
  )
})

/** An API token for a person named by id or e-mail address. */
export const createToken = traced("setup.createToken")(function* (
  user: string,
  input: Schema.Codec.Encoded<typeof NewToken>
) {
  const users = yield* Users
  const body = yield* checked(NewToken, input)
  return yield* users.createToken((yield* findUser(user)).id, body)
})

/** Ends an API token of a person. */
export const revokeToken = traced("setup.revokeToken")(function* (user: string, tokenId: string) {
  const users = yield* Users
  const { id, email } = yield* findUser(user)
  if (!(yield* users.revokeToken(id, currentId(tokenId)))) {
    return yield* new NotFound({ message: `${email} has no token with the id ${JSON.stringify(tokenId)}` })
  }
})

/** A link that signs a person in, named by id or e-mail address: good once, for 15 minutes. */
export const createSignInLink = traced("setup.createSignInLink")(function* (person: string) {
  const user = yield* findUser(person)
  const { expiresAt, url } = yield* (yield* MailLinks).handOut(user.id)
  return { user, url, expiresAt }
})

/** The operator says that a domain is the organization's own. */
export const proveDomain = traced("setup.proveDomain")(function* (organization: string | undefined, domain: string) {
  const domains = yield* EmailDomains
  const { id, title } = yield* findOrganization(organization)
  return yield* Effect.catchTag(
    domains.prove(id, domain.toLowerCase()),
    "NotFound",
    () =>
      new NotFound({
        message: `${JSON.stringify(domain)} is none of the emailDomains of ${title}: an admin adds it there first`
      })
  )
})

/** Takes the proof of a domain away. */
export const disproveDomain = traced("setup.disproveDomain")(function* (
  organization: string | undefined,
  domain: string
) {
  const domains = yield* EmailDomains
  const { id, title } = yield* findOrganization(organization)
  if (!(yield* domains.disprove(id, domain.toLowerCase()))) {
    return yield* new NotFound({ message: `${JSON.stringify(domain)} is not proven for ${title}` })
  }
})

/** The organization with this id or title; without one, the only one that there is. */
export const findOrganization = traced("setup.findOrganization")(function* (wanted: string | undefined) {
  const organizations = yield* Organizations
  const byId = wanted === undefined ? undefined : yield* ifFound(organizations.get(currentId(wanted)))
  if (byId !== undefined) return byId
  const found: ReadonlyArray<Named> =
    wanted === undefined
      ? (yield* organizations.list({ limit: mostNamed })).items
      : yield* (yield* OrganizationStore).titled(wanted, mostNamed)
  const [first, second] = found
  if (first === undefined) {
    return yield* wanted === undefined
      ? new NotFound({ message: "There is no organization yet; make one with octavo init" })
      : new NotFound({ message: `There is no organization with the id or title ${JSON.stringify(wanted)}` })
  }
  if (second === undefined) return yield* organizations.get(first.id)
  return yield* ambiguous("organization", found)
})

/** The space of the organization with this id or title. */
export const findSpace = traced("setup.findSpace")(function* (organizationId: string, wanted: string) {
  const spaces = yield* Spaces
  const byId = yield* ifFound(spaces.get(currentId(wanted)))
  if (byId?.organization === organizationId) return byId
  const found = yield* (yield* SpaceStore).titled(organizationId, wanted, mostNamed)
  const [first, second] = found
  if (first === undefined) {
    return yield* new NotFound({
      message: `There is no space with the id or title ${JSON.stringify(wanted)} in this organization`
    })
  }
  if (second === undefined) return yield* spaces.get(first.id)
  return yield* ambiguous("space", found)
})

/** The site of the organization with this id, basename or title. */
export const findSite = traced("setup.findSite")(function* (organizationId: string, wanted: string) {
  const sites = yield* Sites
  const byId = yield* ifFound(sites.get(organizationId, currentId(wanted)))
  if (byId !== undefined) return byId
  const named = yield* everything(
    (params) => sites.list(organizationId, {}, params),
    ({ basename, title }) => basename === wanted || title === wanted
  )
  const [first, second] = named
  if (first === undefined) {
    return yield* new NotFound({
      message: `There is no site with the id, basename or title ${JSON.stringify(wanted)} in this organization`
    })
  }
  const only = second === undefined ? first : named.find(({ basename }) => basename === wanted)
  return only ?? (yield* ambiguous("site", named.slice(0, mostNamed)))
})

export interface NewVersion extends NewVersionInput {
  readonly organization: string | undefined
  readonly site: string
  /** Id or title of the space, where several of the site are written on. */
  readonly space: string | undefined
}

/** Cuts a version of what is written on in a site. */
export const cutVersion = traced("setup.cutVersion")(function* ({ organization, site, space, ...input }: NewVersion) {
  const siteSpaces = yield* SiteSpaces
  const { id } = yield* findOrganization(organization)
  const { id: siteId, title } = yield* findSite(id, site)
  const body = yield* checked(NewVersionInput, input)
  const spaceId = space === undefined ? undefined : (yield* findSpace(id, space)).id
  const [first, second, ...others] = yield* everything(
    (params) => siteSpaces.list(id, siteId, {}, params),
    (one) => (spaceId === undefined ? one.versionOf === undefined : one.space.id === spaceId)
  )
  if (first === undefined) {
    return yield* new NotFound({
      message: `The site ${JSON.stringify(title)} ${spaceId === undefined ? "shows no space" : "does not show this space"}`
    })
  }
  if (second !== undefined && spaceId === undefined) {
    const all = [first, second, ...others].slice(0, mostNamed)
    return yield* new Invalid({
      message: `The site shows several spaces; say of which with --space: ${all
        .map((one) => `${one.space.id} (${one.space.title})`)
        .join(", ")}`
    })
  }
  return yield* siteSpaces.cutVersion(id, siteId, first.id, body)
})

/** The person with this id or e-mail address. */
export const findUser = traced("setup.findUser")(function* (wanted: string) {
  const users = yield* Users
  const store = yield* UserStore
  const byEmail = wanted.includes("@") ? yield* store.findByEmail(wanted.trim().toLowerCase()) : undefined
  return yield* (users.get(byEmail?.id ?? currentId(wanted)) satisfies Effect.Effect<User, unknown, unknown>).pipe(
    Effect.catchTag(
      "NotFound",
      () => new NotFound({ message: `There is no user with the id or e-mail address ${JSON.stringify(wanted)}` })
    )
  )
})

/** The site that shows the space, made when there is none, and published. */
export const publishSpace = traced("setup.publishSpace")(function* (space: Space) {
  const sites = yield* Sites
  const { items } = yield* sites.list(space.organization, { space: space.id }, { limit: 1 })
  const site =
    items[0] ?? (yield* sites.create(space.organization, { title: siteTitle(space.title), spaces: [space.id] }))
  return yield* sites.publish(space.organization, site.id)
})

/** A title that a site can have, out of that of a space: sites want at least two characters. */
export const siteTitle = (title: string): string => (codePoints(title.trim()) < 2 ? "Untitled site" : title)

/** A title that a space can have, out of any text. */
export const spaceTitle = (text: string): string => {
  const title = text.trim()
  return title === "" ? "Untitled" : codePoints(title) <= 50 ? title : [...title].slice(0, 50).join("").trimEnd()
}

/** All items of a list that match, page by page. */
export const everything = Effect.fnUntraced(function* <A, E, R>(
  list: (params: ListParams) => Effect.Effect<Page<A>, E, R>,
  matches: (item: A) => boolean = () => true
) {
  const found: Array<A> = []
  for (let params: ListParams = { limit: 1000 }; ; ) {
    const { items, next } = yield* list(params)
    found.push(...items.filter(matches))
    if (next === undefined) return found as ReadonlyArray<A>
    params = { ...params, page: next.page }
  }
})

// ---------------------------------------------------------------------------------------------------------------------

interface Named {
  readonly id: string
  readonly title: string
}

/** So many are named where one was meant. */
const mostNamed = 8

const ifFound = <A, E, R>(effect: Effect.Effect<A, E | NotFound, R>) =>
  Effect.catchIf(
    effect,
    (error) => error instanceof NotFound,
    () => Effect.succeed(undefined)
  )

const ambiguous = (object: string, found: ReadonlyArray<Named>) =>
  new Invalid({
    message: `There is more than one such ${object}; name it by its id: ${found
      .map(({ id, title }) => `${id} (${title})`)
      .join(", ")}`
  })

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Input as the API would take it. */
const checked = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  input: unknown
): Effect.Effect<S["Type"], Invalid> =>
  Schema.decodeUnknownEffect(schema)(input).pipe(
    Effect.mapError((error) => {
      const [first] = issues(error.issue).issues
      const path = (first?.path ?? []).map((step) => (typeof step === "object" ? step.key : step)).join(".")
      return new Invalid({ message: `${path === "" ? "The input" : path} ${first?.message ?? "is not valid"}` })
    })
  )
