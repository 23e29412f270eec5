/** Who may read a published site: the share links, signing keys and tokens behind its visibility. */
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { anonymous, type Claims, type Visitor } from "../../kernel/conditions/Visitor.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import { Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { Credentials } from "./credentials.ts"
import { signingPurpose } from "./PublishingAuth.ts"
import { isShareKey, linkOfKey } from "./ShareLink.ts"
import { VisitorStore } from "./VisitorStore.ts"
import { type AccessRules, admits, isOpenToAll, type VisitorPass } from "./visitorPass.ts"
import { clockTolerance, type SignedVisitor, verifyVisitorToken } from "./visitorToken.ts"

/** What the visitor's browser should keep, so that the next request brings it too. */
export interface Keep {
  readonly shareKey?: string
  /** With the end of its validity, in seconds since 1970. */
  readonly jwt?: { readonly token: string; readonly expiresAt: number | undefined }
  readonly unsigned?: Claims
}

export type Admission =
  | {
      readonly kind: "in"
      readonly pass: VisitorPass
      readonly visitor: Visitor
      /** The first segment of the path is the key of a share link, and no part of an address. */
      readonly keyInPath: boolean
      readonly keep: Keep
      /** When the visitor's token ends, in seconds since 1970. */
      readonly expiresAt?: number | undefined
    }
  /** Who signs in there comes back with a token; `null`: there is no such place. */
  | { readonly kind: "sign-in"; readonly fallbackUrl: string | null }
  /** As if there were no site. */
  | { readonly kind: "absent" }

/** How a site's visitors sign in, with its key open. */
interface SignIn {
  readonly keyId: string
  readonly key: Uint8Array
  readonly fallbackUrl: string | null
  readonly logoutUrl: string | null
}

export class Audience extends Context.Service<
  Audience,
  {
    /** Whether and as whom somebody may read a site. `firstSegment` of the path may be the key of a share link. */
    readonly admit: (
      site: SiteRecord,
      credentials: Credentials,
      firstSegment: string | undefined
    ) => Effect.Effect<Admission, StorageError>
    /** Whether what let somebody in still does. */
    readonly holds: (siteId: string, pass: VisitorPass) => Effect.Effect<boolean, StorageError>
    /** The key itself, if it is one of an active share link, and visitors of the site need one. */
    readonly keyOf: (siteId: string, shareKey: string | undefined) => Effect.Effect<string | undefined, StorageError>
    /** Where visitors go when they leave; `null`: nowhere in particular. */
    readonly logoutUrl: (siteId: string) => Effect.Effect<string | null, StorageError>
  }
>()("@octavo/core/delivery/visitors/Audience") {
  static readonly layer = Layer.effect(
    Audience,
    Effect.gen(function* () {
      const store = yield* VisitorStore
      const encryption = yield* EncryptionAtRest
      const epoch = yield* Epoch
      const accessRules = makePartCache<AccessRules | null>(epoch, 10_000)
      const signIns = makePartCache<SignIn | null>(epoch, 10_000)
      // of a key and a token: what a signature is worth does not change with the store
      const tokens = makeLru<SignedVisitor>(tokenBytes, "visitor-tokens")

      const rulesOf = (siteId: string) =>
        accessRules(
          siteId,
          siteId,
          Effect.map(store.accessRules(siteId), (found) => found ?? null)
        )

      const signInOf = (siteId: string) =>
        signIns(
          siteId,
          siteId,
          Effect.gen(function* () {
            const auth = yield* store.auth(siteId)
            if (auth === undefined) return null
            const { fallbackUrl, keyId, logoutUrl } = auth
            const secret = Redacted.value(yield* encryption.decrypt(signingPurpose(siteId), auth.sealedKey))
            return { keyId, key: new TextEncoder().encode(secret), fallbackUrl, logoutUrl }
          })
        )

      const verified = Effect.fnUntraced(function* ({ key, keyId }: SignIn, token: string) {
        const now = yield* Clock.currentTimeMillis
        const name = `${keyId} ${token}`
        const kept = tokens.get(name)
        const found = kept ?? (yield* verifyVisitorToken(key, token, now))
        if (found === undefined) return undefined
        if (kept === undefined) tokens.set(name, found, name.length * 4)
        return found.expiresAt === undefined || found.expiresAt + clockTolerance > now / 1000 ? found : undefined
      })

      /** The first of the visitor's tokens that is valid; the one of the query goes before those of cookies. */
      const signedVisitor = Effect.fnUntraced(function* (signIn: SignIn | null, { jwt, keptJwts }: Credentials) {
        if (signIn === null) return undefined
        for (const token of jwt === undefined ? keptJwts : [jwt, ...keptJwts]) {
          const found = yield* verified(signIn, token)
          if (found !== undefined) return { ...found, token }
        }
        return undefined
      })

      const admit = Effect.fnUntraced(function* (
        site: SiteRecord,
        credentials: Credentials,
        firstSegment: string | undefined
      ): Effect.fn.Return<Admission, StorageError> {
        if (!site.published) return absent
        const { jwt, keptShareKey, shareKey, unsigned, unsignedIsNew } = credentials
        const asksKey = site.visibility === "share-link"
        const asksToken = site.visibility === "visitor-auth"

        let pass: VisitorPass = { kind: "anyone" }
        let keyInPath = false
        let keep: Keep = {}
        const pathKey = firstSegment !== undefined && isShareKey(firstSegment) ? firstSegment : undefined
        // links stay good when their site opens to everybody
        if (asksKey || (pathKey !== undefined && !asksToken)) {
          const rules = (yield* rulesOf(site.id)) ?? noRules
          const linkOf = (key: string | undefined) => (key === undefined ? undefined : linkOfKey(rules, key))
          const byPath = linkOf(pathKey)
          const byQuery = linkOf(shareKey)
          const link = byPath ?? byQuery ?? linkOf(keptShareKey)
          keyInPath = byPath !== undefined
          if (asksKey) {
            if (link === undefined) return absent
            pass = { kind: "share-link", id: link }
            const fresh = byPath !== undefined ? pathKey : byQuery !== undefined ? shareKey : undefined
            if (fresh !== undefined && fresh !== keptShareKey) keep = { shareKey: fresh }
          }
        }
        if (!asksToken && !site.adaptiveContent) return { kind: "in", pass, visitor: anonymous, keyInPath, keep }

        const brings = jwt !== undefined || credentials.keptJwts.length > 0
        const signIn = asksToken || brings ? yield* signInOf(site.id) : null
        const signed = yield* signedVisitor(signIn, credentials)
        if (asksToken) {
          if (signIn === null || signed === undefined) {
            return { kind: "sign-in", fallbackUrl: signIn?.fallbackUrl ?? null }
          }
          pass = { kind: "signed-in", keyId: signIn.keyId }
        }
        if (signed !== undefined && signed.token === jwt) {
          keep = { ...keep, jwt: { token: signed.token, expiresAt: signed.expiresAt } }
        }
        const visitor = site.adaptiveContent ? { claims: signed?.claims ?? {}, unsigned } : anonymous
        if (site.adaptiveContent && unsignedIsNew) keep = { ...keep, unsigned }
        return { kind: "in", pass, visitor, keyInPath, keep, expiresAt: signed?.expiresAt }
      })

      const holds = Effect.fnUntraced(function* (siteId: string, pass: VisitorPass) {
        const rules = yield* rulesOf(siteId)
        return rules !== null && admits(rules, pass)
      })

      const keyOf = Effect.fnUntraced(function* (siteId: string, shareKey: string | undefined) {
        const rules = shareKey === undefined ? null : yield* rulesOf(siteId)
        if (shareKey === undefined || rules?.visibility !== "share-link") return undefined
        return linkOfKey(rules, shareKey) === undefined ? undefined : shareKey
      })

      const logoutUrl = (siteId: string) =>
        Effect.map(signInOf(siteId), (signIn) => (signIn?.logoutUrl == null ? null : new URL(signIn.logoutUrl).href))

      return Audience.of({ admit, holds, keyOf, logoutUrl })
    })
  )
}

/** Verified tokens that are kept: a signature takes longer to check than a page to send. */
const tokenBytes = 4 * 1024 * 1024

const absent: Admission = { kind: "absent" }
const noRules: AccessRules = { published: false, visibility: "public", shareLinks: [], keyId: null }

/** Whether anybody else would have been let in, too. */
export const isForAll = (site: SiteRecord, pass: VisitorPass): boolean => isOpenToAll(site) && pass.kind === "anyone"
