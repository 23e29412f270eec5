/**
 * The reference of the installation's own API, from its OpenAPI document: a page of all operations, and one for each
 * tag. Drawn with what draws anybody's descriptions, when the first of its readers asks, and kept.
 */

import { DescriptionReader } from "@octavo/core/content/openapi/DescriptionReader"
import { type Description, openDescription } from "@octavo/core/content/openapi/description/Description"
import { computeAsking } from "@octavo/core/kernel/compute/Compute"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { app, Instance } from "@octavo/core/kernel/shared/Instance"
import { Context, Effect, Layer } from "effect"
import type { AppRequest, PageAnswer } from "../account/answers.ts"
import { answersOf } from "../drawing/answers.ts"
import { drawTask } from "../drawing/tasks.ts"
import type { Html } from "../html/html.ts"
import { answering, type ReferenceTag, renderReference, tagsOf, textOf } from "./pages.ts"

export class ReferencePages extends Context.Service<
  ReferencePages,
  {
    /** Paths below this one are the reference's. */
    readonly basePath: string
    /** The answer to GET; `undefined` for what is no page of this. */
    readonly answer: (request: AppRequest) => Effect.Effect<PageAnswer | undefined, StorageError>
  }
>()("@octavo/site/ReferencePages") {
  /** @param document the OpenAPI document as JSON, for the address of the server */
  static readonly layer = (document: (url: string) => Uint8Array) =>
    Layer.effect(
      ReferencePages,
      Effect.gen(function* () {
        const reader = yield* DescriptionReader
        const instance = yield* Instance
        const basePath = new URL(`${instance.publicUrl}/docs`).pathname
        const place = { basePath: new URL(app(instance, "")).pathname }
        const home = new URL(`${instance.publicUrl}/`).pathname

        const opened = yield* Effect.cached(
          Effect.gen(function* () {
            const { content, index } = yield* Effect.orDie(reader.read(document(instance.publicUrl), false))
            return {
              description: openDescription(content, index),
              tags: tagsOf(index),
              kept: new Map<string, Html>()
            }
          })
        )

        /** Beside the thread that answers: the largest page takes a quarter of a second. */
        const draw = (description: Description, tag: ReferenceTag) =>
          computeAsking(
            drawTask,
            {
              text: textOf(description, tag),
              from: "",
              title: tag.title,
              language: "en",
              externalTarget: undefined,
              remoteImages: false
            },
            answersOf(
              { shown: answering(description) },
              () => undefined,
              () => Effect.void
            ),
            Number.POSITIVE_INFINITY,
            basePath
          )

        const answer = Effect.fnUntraced(function* ({ path }: AppRequest) {
          if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined
          const slug = path.slice(basePath.length + 1)
          const { description, kept, tags } = yield* opened
          const tag = tags.find((one) => one.slug === slug)
          if (slug !== "" && tag === undefined) return undefined
          const known = kept.get(slug)
          if (known !== undefined) return { kind: "page", status: 200, html: known } satisfies PageAnswer
          const drawn = tag === undefined ? undefined : yield* draw(description, tag)
          const html = renderReference({ place, basePath, home, description, tags, tag, drawn })
          kept.set(slug, html)
          return { kind: "page", status: 200, html } satisfies PageAnswer
        })

        return ReferencePages.of({ basePath, answer })
      })
    )
}
