/** The signing key of a site's visitors, and where they sign in and out. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined, present } from "../../kernel/shared/defined.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId, makeSecret } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import {
  type PublishingAuthRecord,
  type PublishingAuthUpdate,
  type SitePublishingAuth,
  signingPurpose
} from "./PublishingAuth.ts"
import { VisitorStore } from "./VisitorStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class PublishingAuths extends Context.Service<
  PublishingAuths,
  {
    /** The settings with the signing key, which is made when it is first asked for. */
    readonly get: (organizationId: string, siteId: string) => Effect.Effect<SitePublishingAuth, Failure, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      input: PublishingAuthUpdate
    ) => Effect.Effect<SitePublishingAuth, Failure | Invalid, CurrentActor>
    /** A new signing key: tokens of the one before, and who came in with them, are out with the next request. */
    readonly regenerate: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<SitePublishingAuth, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/visitors/PublishingAuths") {
  static readonly layer = Layer.effect(
    PublishingAuths,
    Effect.gen(function* () {
      const store = yield* VisitorStore
      const sites = yield* SiteStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const encryption = yield* EncryptionAtRest
      const load = makeLoadSite(access, sites)

      const show = Effect.fnUntraced(function* (auth: PublishingAuthRecord) {
        return {
          object: "publishing-auth" as const,
          backend: auth.backend,
          privateKey: Redacted.value(yield* encryption.decrypt(signingPurpose(auth.siteId), auth.sealedKey)),
          ...present({ fallbackURL: auth.fallbackUrl, logoutURL: auth.logoutUrl })
        }
      })

      /** 256 random bits. */
      const newKey = (siteId: string) =>
        Effect.map(encryption.encrypt(signingPurpose(siteId), Redacted.make(makeSecret(43))), (sealedKey) => ({
          keyId: makeId(),
          sealedKey
        }))

      /** Loads the settings, changes them, and keeps what they became with its event. */
      const change = Effect.fnUntraced(function* (
        organizationId: string,
        siteId: string,
        action: ActionName,
        become: (auth: PublishingAuthRecord) => Effect.Effect<PublishingAuthRecord>,
        event: "site.auth.update" | "site.auth.regenerate"
      ) {
        const { site } = yield* load(organizationId, siteId, action)
        const at = yield* now
        const fresh = yield* newKey(siteId)
        const auth = yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
            const kept = yield* store.auth(siteId)
            const before = kept ?? { siteId, backend: "custom", fallbackUrl: null, logoutUrl: null, ...fresh }
            const after = yield* become(before)
            const { sealedKey: _, ...changed } = changes({ ...before }, { ...after })
            if (kept !== undefined && Object.keys(changed).length === 0) return before
            yield* store.setAuth(after, at)
            // that a key comes to be changes nothing for anybody
            if (Object.keys(changed).length > 0) yield* record(site, event, changed)
            return after
          })
        )
        return yield* show(auth)
      })

      const record = (
        site: SiteRecord,
        action: "site.auth.update" | "site.auth.regenerate",
        payload: Readonly<Record<string, unknown>>
      ) =>
        audit.record({
          organizationId: site.organizationId,
          action,
          target: { type: "site", id: site.id, label: site.title },
          payload
        })

      const get = traced("PublishingAuths.get")(function* (organizationId: string, siteId: string) {
        yield* load(organizationId, siteId, "site.auth.view")
        const auth = yield* store.auth(siteId)
        return auth === undefined
          ? yield* change(organizationId, siteId, "site.auth.view", Effect.succeed, "site.auth.update")
          : yield* show(auth)
      })

      const update = traced("PublishingAuths.update")(function* (
        organizationId: string,
        siteId: string,
        { backend, fallbackURL, logoutURL }: PublishingAuthUpdate
      ) {
        if (backend === "integration") {
          yield* load(organizationId, siteId, "site.auth.edit")
          return yield* new Invalid({
            message: "backend must be custom: this installation has no integrations",
            details: [{ path: "backend", message: "must be custom" }]
          })
        }
        return yield* change(
          organizationId,
          siteId,
          "site.auth.edit",
          (auth) =>
            Effect.succeed({
              ...auth,
              backend,
              ...defined({ fallbackUrl: fallbackURL, logoutUrl: logoutURL })
            }),
          "site.auth.update"
        )
      })

      const regenerate = traced("PublishingAuths.regenerate")(function* (organizationId: string, siteId: string) {
        return yield* change(
          organizationId,
          siteId,
          "site.auth.edit",
          (auth) => Effect.map(newKey(siteId), (key) => ({ ...auth, ...key })),
          "site.auth.regenerate"
        )
      })

      return PublishingAuths.of({ get, update, regenerate })
    })
  )
}
