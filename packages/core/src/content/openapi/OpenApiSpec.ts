/** OpenAPI specifications of an organization and their versions, as the store keeps them and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { OneOf, Text } from "../../kernel/shared/text.ts"

const SpecState = OneOf("OpenAPISpecProcessingState", ["pending", "progress", "complete"])
export const SpecErrorCode = OneOf("OpenAPISpecErrorCode", ["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"])
export type SpecErrorCode = typeof SpecErrorCode.Type
const SpecVisibility = OneOf("OpenAPISpecVisibility", ["private", "public"])

/** Something of a description that is wrong, or that cannot be read. */
export const SpecProblem = Schema.Struct({ message: Schema.String, code: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "OpenAPISpecProcessError"
})
export type SpecProblem = typeof SpecProblem.Type

export interface SpecRecord {
  readonly id: string
  readonly organizationId: string
  readonly slug: string
  readonly visibility: typeof SpecVisibility.Type
  /** Where it is fetched; `null` for one that was given as text. */
  readonly sourceURL: string | null
  /** Blob of the text that was given. */
  readonly sourceText: string | null
  readonly state: typeof SpecState.Type
  /** The job that processes it: another one's outcome counts no more. */
  readonly run: string
  /** Of the answer that the latest version came in, with the address that gave it. */
  readonly etag: string | null
  readonly lastVersion: string | null
  readonly lastProcessedAt: string | null
  readonly errorCode: SpecErrorCode | null
  /** The first `problemsKept`. */
  readonly errors: ReadonlyArray<SpecProblem>
  readonly errorCount: number
  /** When it is fetched again without being asked to. */
  readonly refreshAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface SpecVersionRecord {
  readonly id: string
  readonly specId: string
  readonly format: "json" | "yaml"
  /** Blob of the text as it came, and its bytes. */
  readonly raw: string
  readonly rawSize: number
  /** Blob of the description as JSON of OpenAPI 3.1. */
  readonly content: string
  /** Blob of what lies where in the content: `DescriptionIndex`. */
  readonly index: string
  readonly createdAt: string
}

export const OpenApiSpec = Schema.Struct({
  object: Schema.Literal("openapi-spec"),
  id: Schema.String,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  slug: Schema.String,
  sourceURL: Schema.optionalKey(Schema.String),
  processingState: SpecState,
  visibility: SpecVisibility,
  lastVersion: Schema.optionalKey(Schema.String.annotate({ description: "Id of the latest version." })),
  lastProcessedAt: Schema.optionalKey(Schema.String),
  lastProcessErrorCode: Schema.optionalKey(SpecErrorCode),
  lastProcessedErrors: Schema.optionalKey(Schema.Array(SpecProblem)),
  lastProcessedErrorCount: Schema.Number,
  permissions: Schema.Struct({ view: Schema.Boolean, edit: Schema.Boolean }),
  urls: Schema.Struct({
    location: Schema.String,
    app: Schema.String,
    published: Schema.optionalKey(
      Schema.String.annotate({ description: "Where anyone reads the latest version; only of public ones." })
    )
  })
}).annotate({ identifier: "OpenAPISpec" })
export type OpenApiSpec = typeof OpenApiSpec.Type

export const OpenApiVersion = Schema.Struct({
  object: Schema.Literal("openapi-spec-version"),
  id: Schema.String,
  createdAt: Schema.String,
  url: Schema.String.annotate({ description: "Where its text is read for the next hour, without a token." }),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "OpenAPISpecVersion" })
export type OpenApiVersion = typeof OpenApiVersion.Type

export const OpenApiContent = Schema.Struct({
  url: Schema.String.annotate({ description: "The same as `urls.source`, for older clients." }),
  filesystem: Schema.Unknown.annotate({
    description: "The description as OpenAPI 3.1: a list of one file, with `specification`."
  }),
  urls: Schema.Struct({ source: Schema.String, public: Schema.NullOr(Schema.String) })
}).annotate({ identifier: "OpenAPISpecContent" })
export type OpenApiContent = typeof OpenApiContent.Type

export const OpenApiRawContent = Schema.Struct({
  text: Schema.String,
  format: Schema.Literals(["json", "yaml"])
}).annotate({ identifier: "OpenAPISpecRawContent" })
export type OpenApiRawContent = typeof OpenApiRawContent.Type

const Slug = Text(1, 100).check(
  Schema.isPattern(/^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/u, { expected: "letters and digits, with single hyphens between" })
)
export const isSlug = Schema.is(Slug)

const Url = Text(0, 2048).check(
  Schema.makeFilter((url) => {
    const parsed = /^https?:\/\/[^\s\\]+$/i.test(url) ? URL.parse(url) : null
    if (parsed === null) return "must be an http or https address"
    return (parsed.username === "" && parsed.password === "") || "must not hold a user name or password"
  })
)

const Source = Schema.Struct({
  url: Schema.optionalKey(Url),
  text: Schema.optionalKey(Schema.String.check(Schema.makeFilter((text) => text !== "" || "must not be empty")))
})
  .check(Schema.makeFilter(({ text, url }) => (text === undefined) !== (url === undefined) || "must have url or text"))
  .annotate({ identifier: "OpenAPISpecSource" })
export type SpecSource = typeof Source.Type

/** Body of `POST .../openapi`. */
export const NewOpenApiSpec = Schema.Struct({ slug: Slug, source: Source })
export type NewOpenApiSpec = typeof NewOpenApiSpec.Type

/** Body of `PUT .../openapi/{specSlug}`. */
export const OpenApiSpecSource = Schema.Struct({ source: Source })
export type OpenApiSpecSource = typeof OpenApiSpecSource.Type

/** Body of `PATCH .../openapi/{specSlug}`. */
export const OpenApiSpecUpdate = Schema.Struct({ visibility: SpecVisibility })
export type OpenApiSpecUpdate = typeof OpenApiSpecUpdate.Type

const path = (spec: SpecRecord): string => `/orgs/${spec.organizationId}/openapi/${spec.slug}`

/** Where anyone reads a public one. */
export const publishedAt = (instance: InstanceConfig, { id, slug }: Pick<SpecRecord, "id" | "slug">): string =>
  `${instance.publicUrl}/~openapi/${id}/${slug}`

export const toOpenApiSpec = (instance: InstanceConfig, spec: SpecRecord, edit: boolean): OpenApiSpec => ({
  object: "openapi-spec",
  id: spec.id,
  createdAt: spec.createdAt,
  updatedAt: spec.updatedAt,
  slug: spec.slug,
  ...present({ sourceURL: spec.sourceURL }),
  processingState: spec.state,
  visibility: spec.visibility,
  ...present({
    lastVersion: spec.lastVersion,
    lastProcessedAt: spec.lastProcessedAt,
    lastProcessErrorCode: spec.errorCode
  }),
  ...(spec.lastProcessedAt === null ? {} : { lastProcessedErrors: spec.errors }),
  lastProcessedErrorCount: spec.errorCount,
  permissions: { view: true, edit },
  urls: {
    location: location(instance, path(spec)),
    app: app(instance, `/o/${spec.organizationId}/openapi/${spec.slug}`),
    ...(spec.visibility === "public" ? { published: publishedAt(instance, spec) } : {})
  }
})

/** @param url where the text is read */
export const toOpenApiVersion = (
  instance: InstanceConfig,
  spec: SpecRecord,
  { createdAt, id }: SpecVersionRecord,
  url: string
): OpenApiVersion => ({
  object: "openapi-spec-version",
  id,
  createdAt,
  url,
  urls: { location: location(instance, `${path(spec)}/versions/${id}`) }
})
