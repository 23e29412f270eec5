/** The adaptive schemas of sites: read, write, and the conditions that they suggest. */
import { Context, Effect, Layer, Result } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { invalidInput } from "../../kernel/shared/checkInput.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import {
  type AdaptiveSchema,
  type AdaptiveSchemaInput,
  readJsonSchema,
  type TemplateCondition
} from "./AdaptiveSchema.ts"
import { type AdaptiveSchemaRecord, AdaptiveSchemaStore } from "./AdaptiveSchemaStore.ts"
import { templateConditions } from "./templateConditions.ts"

type Failure = Forbidden | NotFound | StorageError

export class AdaptiveSchemas extends Context.Service<
  AdaptiveSchemas,
  {
    /** The schema of a site; `NotFound` also when it has none. Visitors' tokens do not read it. */
    readonly get: (organizationId: string, siteId: string) => Effect.Effect<AdaptiveSchema, Failure, CurrentActor>
    /** Sets the schema of a site; takes the role `create`. */
    readonly put: (
      organizationId: string,
      siteId: string,
      input: AdaptiveSchemaInput
    ) => Effect.Effect<AdaptiveSchema, Failure | Invalid, CurrentActor>
    /** Conditions made of the schema's attributes; none without a schema. */
    readonly templates: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<ReadonlyArray<TemplateCondition>, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/adaptive-schema/AdaptiveSchemas") {
  static readonly layer = Layer.effect(
    AdaptiveSchemas,
    Effect.gen(function* () {
      const store = yield* AdaptiveSchemaStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const sites = yield* SiteStore
      const load = makeLoadSite(access, sites)

      const read = Effect.fnUntraced(function* (organizationId: string, siteId: string) {
        yield* load(organizationId, siteId, "site.view")
        // what a site asks about its visitors is not for them
        if ((yield* CurrentActor).kind === "site") {
          return yield* new Forbidden({ message: "The token of a site only reads what the site shows" })
        }
        return yield* store.get(siteId)
      })

      const get = traced("AdaptiveSchemas.get")(function* (organizationId: string, siteId: string) {
        const found = yield* read(organizationId, siteId)
        return found === undefined
          ? yield* new NotFound({ message: "This site has no adaptive schema" })
          : toAdaptiveSchema(found)
      })

      const put = traced("AdaptiveSchemas.put")(function* (
        organizationId: string,
        siteId: string,
        input: AdaptiveSchemaInput
      ) {
        const { site } = yield* load(organizationId, siteId, "site.edit")
        const schema = readJsonSchema(input.jsonSchema)
        if (Result.isFailure(schema)) return yield* invalidInput(schema.failure)
        const record = { jsonSchema: schema.success, updatedAt: yield* now }
        yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
            yield* store.put(siteId, record)
            // what was made of the site by the old schema is old
            yield* sites.update(siteId, {}, record.updatedAt)
            yield* audit.record({
              organizationId,
              action: "site.adaptive-schema",
              target: { type: "site", id: siteId, label: site.title },
              payload: { attributes: Object.keys(record.jsonSchema.properties) }
            })
          })
        )
        return toAdaptiveSchema(record)
      })

      const templates = traced("AdaptiveSchemas.templates")(function* (organizationId: string, siteId: string) {
        const found = yield* read(organizationId, siteId)
        return found === undefined ? [] : templateConditions(found.jsonSchema)
      })

      return AdaptiveSchemas.of({ get, put, templates })
    })
  )
}

const toAdaptiveSchema = ({ jsonSchema, updatedAt }: AdaptiveSchemaRecord): AdaptiveSchema => ({
  object: "site-adaptive-schema",
  jsonSchema,
  updatedAt
})
