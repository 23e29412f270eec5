/** What a URL of another site looks like in a text: a link with a title, or a frame that its provider offers. */
import { Cache, Context, Effect, Exit, Layer, Option, Schema } from "effect"
import { type FetchError, Fetcher } from "../../kernel/outbound/Fetcher.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Forbidden, Invalid, type NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { externalProblem } from "../../kernel/shared/externalAddress.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { absolute, frameOf, metadataOf, textOfPage } from "./pageMetadata.ts"

const named = { title: Schema.String, site: Schema.String, icon: Schema.optionalKey(Schema.String) }

export const Embed = Schema.Union([
  Schema.Struct({ type: Schema.Literal("link"), ...named }),
  Schema.Struct({ type: Schema.Literal("rich"), html: Schema.String, ...named })
]).annotate({ identifier: "Embed" })
export type Embed = typeof Embed.Type

/** An oEmbed answer (oembed.com), as far as it is looked at. */
const OEmbed = Schema.Struct({
  title: Schema.optional(Schema.String),
  provider_name: Schema.optional(Schema.String),
  html: Schema.optional(Schema.String)
})
const readOEmbed = Schema.decodeUnknownOption(Schema.fromJsonString(OEmbed))

/** Most bytes of a page, and of a description, that are read. */
const mostOfPage = 2_000_000
const mostOfDescription = 200_000

type Failure = Forbidden | Invalid | StorageError

export class Embeds extends Context.Service<
  Embeds,
  {
    /** For any person. An address in a private network, or none at all, is `Invalid`. */
    readonly get: (url: string) => Effect.Effect<Embed, Failure, CurrentActor>
    /** The same for who reads a space, visitors of its site too. */
    readonly inSpace: (spaceId: string, url: string) => Effect.Effect<Embed, Failure | NotFound, CurrentActor>
  }
>()("@octavo/core/delivery/urls/Embeds") {
  static readonly layer = Layer.effect(
    Embeds,
    Effect.gen(function* () {
      const fetcher = yield* Fetcher
      const access = yield* Access

      const read = Effect.fnUntraced(function* (url: string, maxBytes: number, type: RegExp) {
        const { bytes, contentType } = yield* fetcher.fetch(url, { maxBytes })
        return type.test(contentType ?? "") ? textOfPage(bytes) : ""
      })

      /** What the provider of a page says of it; nothing when it cannot be read. */
      const described = Effect.fnUntraced(function* (address: string | undefined) {
        if (address === undefined) return {}
        const json = yield* Effect.orElseSucceed(read(address, mostOfDescription, /json/i), () => "")
        return Option.getOrElse(readOEmbed(json), (): typeof OEmbed.Type => ({}))
      })

      const look = Effect.fnUntraced(function* (url: string) {
        const html = yield* read(url, mostOfPage, /html/i).pipe(
          // a page that cannot be read is still a link
          Effect.catchTag("FetchError", (error) =>
            error.reason === "refused" ? Effect.fail(error) : Effect.succeed("")
          )
        )
        const page = metadataOf(html, url)
        const provider = yield* described(page.oembed)
        const { host } = new URL(url)
        const icon = absolute(page.icon, url)
        const common = {
          title: page.title ?? provider.title ?? url,
          site: page.site ?? provider.provider_name ?? host.replace(/^www\./, ""),
          ...defined({ icon })
        }
        const frame = provider.html === undefined ? undefined : frameOf(provider.html)
        return frame === undefined
          ? { type: "link" as const, ...common }
          : { type: "rich" as const, html: frame, ...common }
      })

      const cache = yield* Cache.makeWith((url: string): Effect.Effect<Embed, FetchError> => look(url), {
        capacity: 1000,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? "1 hour" : "1 minute")
      })

      const embed = Effect.fnUntraced(function* (url: string) {
        const problem = externalProblem(url)
        if (problem !== undefined) return yield* refused(problem)
        const { hash, href } = new URL(url)
        return yield* Cache.get(cache, href.slice(0, href.length - hash.length)).pipe(
          Effect.catch((error) => refused(`cannot be looked at: ${error.message}`))
        )
      })

      const get = traced("Embeds.get")(function* (url: string) {
        yield* access.scope("user.view")
        const actor = yield* CurrentActor
        if (actor.kind === "site") {
          return yield* new Forbidden({ message: "The token of a site asks in a space that the site shows" })
        }
        return yield* embed(url)
      })

      const inSpace = traced("Embeds.inSpace")(function* (spaceId: string, url: string) {
        yield* access.space(spaceId, "space.view")
        return yield* embed(url)
      })

      return Embeds.of({ get, inSpace })
    })
  )
}

const refused = (problem: string) =>
  new Invalid({ message: `url ${problem}`, details: [{ path: "url", message: problem }] })
