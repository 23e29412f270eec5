/**
 * What a suite runs on: the services of core over the ports of one store. Every build of `store` is a fresh, migrated
 * store. Suites know nothing of SQL; what differs between stores they do not see.
 */

import { openClusters } from "@octavo/clustering/clusters"
import { Clustering } from "@octavo/core/connections/conversations/Clustering"
import { type Received, Receiver, ReceiverError } from "@octavo/core/connections/webhooks/Receiver"
import { Git, type GitSnapshot } from "@octavo/core/content/git/Git"
import { DescriptionReader, UnreadableDescription } from "@octavo/core/content/openapi/DescriptionReader"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import { PdfRenderer } from "@octavo/core/delivery/pdf/PdfRenderer"
import { type NotStatic, StaticSites } from "@octavo/core/delivery/site-exports/StaticSites"
import { Urls, type UrlVisitor } from "@octavo/core/delivery/urls/Urls"
import { anonymous } from "@octavo/core/kernel/conditions/Visitor"
import { Dns, DnsUnanswered } from "@octavo/core/kernel/outbound/Dns"
import { FetchError, type Fetched, Fetcher } from "@octavo/core/kernel/outbound/Fetcher"
import { type Actor, CurrentActor, operator, type SiteActor } from "@octavo/core/kernel/shared/Actor"
import { EncryptionAtRest } from "@octavo/core/kernel/shared/EncryptionAtRest"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash } from "@octavo/core/kernel/shared/hash"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { SigningKey } from "@octavo/core/kernel/shared/signature"
import { type MailError, Mailer, type MailMessage } from "@octavo/core/people/mail/Mailer"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlProtocol, SamlRefused } from "@octavo/core/people/saml/SamlProtocol"
import { Users } from "@octavo/core/people/users/Users"
import { forgetfulServicesLayer, servicesLayer } from "@octavo/core/services"
import { readDescription } from "@octavo/openapi/read"
import { Effect, Layer, Stream } from "effect"
import type * as RateLimiter from "effect/persistence/RateLimiter"
import { commitMemory, defaultBranchOfMemory, historyOfMemory, openMemory, removeUnusedOfMemory } from "./memory-git.ts"

/** Every port that a store implements: what core asks for, but for the world outside; and where limits are shared. */
export type Ports =
  | Exclude<Layer.Services<typeof servicesLayer>, Layer.Success<typeof world>>
  | RateLimiter.RateLimiterStore

export interface StoreUnderTest {
  readonly name: string
  readonly store: Layer.Layer<Ports, unknown>
  /** Keeps no content in memory, as if every read were the first one of a server. */
  readonly forgetful?: boolean
}

/** Every mail that was sent, of all suites of this process. */
export const outbox: Array<MailMessage> = []

/** Why the mail server takes nothing, while it does not; and who hears of each try, by the id of the mail. */
export const mailProblem: { current: MailError | undefined; seen: (id: string) => void } = {
  current: undefined,
  seen: () => {}
}

/** Repositories by address: what imports read there. What is exported lies in `memory-git.ts`. */
export const repositories = new Map<string, GitSnapshot>()

/** What there is to fetch, by address. */
export const web = new Map<string, Fetched>()

/** Addresses that cannot be fetched, with why; and all that were asked for, in order. */
export const webFailures = new Map<string, FetchError>()
export const webAsked: Array<string> = []

/** What webhooks were sent, and what receivers answer, by address; who is not there cannot be reached. */
export const received: Array<{
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}> = []
export const receivers = new Map<string, Effect.Effect<Received>>()

/** What sites have as files, by their ids; what happens after the first one was handed over, and how it ends. */
export const sitesAsFiles = new Map<string, ReadonlyArray<readonly [path: string, text: string]>>()
export const whileDrawn = new Map<string, Effect.Effect<void, NotStatic | StorageError>>()

/** What the DNS says, by name; what is not there leads nowhere, and `silent` names have no answer. */
export const zone = new Map<
  string,
  {
    readonly aliases?: ReadonlyArray<string>
    readonly addresses?: ReadonlyArray<string>
    readonly texts?: ReadonlyArray<string>
  }
>()
export const silent = new Set<string>()

const asked = (name: string) =>
  silent.has(name)
    ? Effect.fail(new DnsUnanswered({ message: `Nobody answers for ${name}` }))
    : Effect.succeed(zone.get(name) ?? {})

const pagesOf = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageNode> =>
  nodes.flatMap((node) => [node, ...pagesOf(node.pages)])

const world = Layer.mergeAll(
  Layer.succeed(Instance, { publicUrl: "https://octavo.test", version: "0.0.0", built: "2026-01-01T00:00:00.000Z" }),
  Layer.succeed(SigningKey, new Uint8Array(32).fill(7)),
  EncryptionAtRest.layer(new Uint8Array(32).fill(9)),
  Layer.succeed(
    Mailer,
    Mailer.of({
      send: (message) =>
        Effect.suspend(() => {
          mailProblem.seen(message.id)
          if (mailProblem.current !== undefined) return Effect.fail(mailProblem.current)
          outbox.push(message)
          return Effect.void
        })
    })
  ),
  Layer.succeed(
    Fetcher,
    Fetcher.of({
      fetch: (url, { etag, maxBytes }) => {
        webAsked.push(url)
        const failure = webFailures.get(url)
        if (failure !== undefined) return Effect.fail(failure)
        const found = web.get(url)
        if (found !== undefined && found.bytes.length > maxBytes) {
          return Effect.fail(new FetchError({ reason: "too-large", message: `is larger than ${maxBytes} bytes` }))
        }
        if (found !== undefined && etag !== undefined && found.etag === etag) {
          return Effect.succeed({ ...found, bytes: new Uint8Array(), unchanged: true })
        }
        return found === undefined
          ? Effect.fail(new FetchError({ reason: "refused", message: "is in a private network" }))
          : Effect.succeed(found)
      }
    })
  ),
  Layer.succeed(
    Receiver,
    Receiver.of({
      post: (url, body, headers) =>
        Effect.suspend((): Effect.Effect<Received, ReceiverError> => {
          received.push({ url, body, headers })
          return receivers.get(url) ?? Effect.fail(new ReceiverError({ message: "cannot be reached (ECONNREFUSED)" }))
        })
    })
  ),
  // the same as in a thread of its own
  Layer.succeed(
    Clustering,
    Clustering.of({
      open: (examples, counts) =>
        Effect.sync(() => {
          const clusters = openClusters(examples, counts)
          return {
            isOpen: () => true,
            take: (changes) => Effect.sync(() => clusters.take(changes)),
            nearest: (texts) => Effect.sync(() => clusters.nearest(texts)),
            describe: Effect.sync(clusters.describe),
            close: Effect.void
          }
        })
    })
  ),
  Layer.succeed(
    DescriptionReader,
    DescriptionReader.of({
      read: (text) =>
        Effect.flatMap(
          Effect.promise(() => readDescription(text)),
          (read) =>
            read.kind === "description"
              ? Effect.succeed(read)
              : Effect.fail(new UnreadableDescription({ problems: read.problems }))
        )
    })
  ),
  Layer.succeed(
    Dns,
    Dns.of({
      aliases: (name) => Effect.map(asked(name), ({ aliases }) => aliases ?? []),
      addresses: (name) => Effect.map(asked(name), ({ addresses }) => addresses ?? []),
      texts: (name) => Effect.map(asked(name), ({ texts }) => texts ?? [])
    })
  ),
  // in place of a PDF: what would be in it
  Layer.succeed(
    PdfRenderer,
    PdfRenderer.of({
      render: (book, reads) =>
        Effect.succeed(
          Stream.fromEffect(
            Effect.map(
              Effect.forEach(
                book.parts.flatMap(({ printed, tree }, part) =>
                  pagesOf(tree).map(({ page }) => ({ body: printed.includes(page.id) ? page.body : undefined, part }))
                ),
                ({ body, part }) => (body === undefined ? Effect.succeed("") : reads.text(body, part))
              ),
              (texts) =>
                new TextEncoder().encode(JSON.stringify({ ...book, texts: texts.filter((text) => text !== "") }))
            )
          )
        )
    })
  ),
  // in place of pages: what a story says that a site has, and where it will be
  Layer.succeed(
    StaticSites,
    StaticSites.of({
      read: Effect.fnUntraced(function* (siteId, { base, origin }, put) {
        const files = [["place.txt", `${origin} ${base}`], ...(sitesAsFiles.get(siteId) ?? [])] as const
        for (const [i, [path, text]] of files.entries()) {
          const bytes = new TextEncoder().encode(text)
          yield* put({ path, hash: contentHash(bytes), size: bytes.length, bytes })
          if (i === 0) yield* whileDrawn.get(siteId) ?? Effect.void
        }
        return { pages: files.length - 1, redirects: 0 }
      })
    })
  ),
  // a provider that signs with its certificate: a response is what it says, in JSON, after it
  Layer.mock(SamlProtocol, {
    certificateProblem: (certificate) => (certificate.startsWith("CERT ") ? undefined : "is no certificate"),
    requestURL: ({ ssoURL }, { acsURL }, { id, relayState }) =>
      Effect.succeed(`${ssoURL}?${new URLSearchParams({ id, acsURL, relayState })}`),
    readResponse: ({ certificate }, _, response) =>
      response.startsWith(`${certificate}\n`)
        ? Effect.succeed(JSON.parse(response.slice(certificate.length + 1)))
        : Effect.fail(new SamlRefused({ message: "not signed", malformed: false }))
  }),
  Layer.mock(Git, {
    validate: () => Effect.void,
    open: (source) => {
      const found = repositories.get(source.url)
      return found === undefined ? openMemory(source) : Effect.succeed(found)
    },
    commit: commitMemory,
    history: historyOfMemory,
    removeUnused: removeUnusedOfMemory,
    defaultBranch: defaultBranchOfMemory
  })
)

/** All services over a fresh store. */
export const services = (under: StoreUnderTest) =>
  (under.forgetful === true ? forgetfulServicesLayer : servicesLayer).pipe(
    Layer.provideMerge(under.store),
    Layer.provideMerge(world),
    Layer.orDie
  )

export type Services = Layer.Success<ReturnType<typeof services>>

/** How a story is told: `it.effect` of a layer of all services. */
export type Story = <E>(name: string, body: () => Effect.Effect<void, E, Services>) => void

/** Runs as the operator of the installation. */
export const asOperator = Effect.provideService(CurrentActor, operator)

/** Runs as a person, with all rights of that person or with fewer. */
export const as = (userId: string, scopes: ReadonlySet<never> | null = null) =>
  Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes } satisfies Actor)

let people = 0

/** A new person who is a member of no organization. */
export const newUser = (name = "Person") =>
  Effect.gen(function* () {
    const users = yield* Users
    people++
    return yield* users.ensure({ email: `person-${people}@octavo.test`, displayName: `${name} ${people}` })
  }).pipe(asOperator)

/** A new organization with a new admin. */
export const newOrganization = (title = "Acme") =>
  Effect.gen(function* () {
    const organizations = yield* Organizations
    const admin = yield* newUser("Admin")
    const organization = yield* organizations.create({ title }).pipe(as(admin.id))
    return { id: organization.id, admin: admin.id }
  })

/** A new member of an organization; `null` is a guest. */
export const newMember = (organizationId: string, role: Role | null) =>
  Effect.gen(function* () {
    const members = yield* Members
    const user = yield* newUser(role ?? "guest")
    yield* members.put(organizationId, user.id, role).pipe(asOperator)
    return user.id
  })

/** A reader of a published site, as its token stands for one. */
export const siteReader = (organizationId: string, siteId: string): SiteActor => ({
  kind: "site",
  organizationId,
  siteId,
  pass: { kind: "anyone" },
  visitor: anonymous
})

/** What is published at a URL, with the token to read it. */
export const publishedAt = (url: string, visitor: UrlVisitor = {}) =>
  Effect.gen(function* () {
    const found = yield* (yield* Urls).resolvePublished(url, visitor).pipe(asOperator)
    return "redirect" in found ? yield* Effect.die(`${url} leads to ${found.redirect}`) : found
  })

/** The tag of what an effect fails with. For attempts that must all be refused alike. */
export const refusal = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error) => error._tag, onSuccess: () => "nothing refused it" })

/** Things to try that differ in what they answer. */
export type Attempts = ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>>

/** The tag of what an effect fails with; `done` when it does not fail. */
export const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error) => error._tag as string, onSuccess: () => "done" })
