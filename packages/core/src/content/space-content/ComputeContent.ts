/** Content that a source makes, computed for a caller without a page that names the source. Writes nothing. */
import type { RichDocument } from "@octavo/document"
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { ComputedContent, type ComputeInput } from "../revisions/computed/ComputedContent.ts"
import { documentOf } from "../revisions/documents.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { Page } from "./Page.ts"
import { SpaceContent } from "./SpaceContent.ts"
import { toPages } from "./view.ts"

/** 400 for a source of an unknown type, 404 for a dependency that is not there. */
type Failure = Forbidden | Invalid | NotFound | StorageError

export class ComputeContent extends Context.Service<
  ComputeContent,
  {
    /** The pages of a source; `seed` makes their ids. */
    readonly pages: (spaceId: string, input: ComputeInput) => Effect.Effect<ReadonlyArray<Page>, Failure, CurrentActor>
    /** One document: `computed` and `computedSeed` of a computed page say which. */
    readonly document: (spaceId: string, input: ComputeInput) => Effect.Effect<RichDocument, Failure, CurrentActor>
  }
>()("@octavo/core/content/space-content/ComputeContent") {
  static readonly layer = Layer.effect(
    ComputeContent,
    Effect.gen(function* () {
      const content = yield* SpaceContent
      const computed = yield* ComputedContent
      const instance = yield* Instance
      const key = yield* SigningKey

      const pages = traced("ComputeContent.pages")(function* (spaceId: string, input: ComputeInput) {
        const { space } = yield* content.open(spaceId)
        const nodes = yield* computed.pages(space, input)
        return toPages({ instance, key, owner: { space: spaceId }, space, metadata: true, computed: true }, nodes)
      })

      const document = traced("ComputeContent.document")(function* (spaceId: string, input: ComputeInput) {
        const { expanded, space } = yield* content.open(spaceId)
        const { text } = yield* computed.document(space, input)
        return yield* missingIsDamage(documentOf(expanded, { spaceId, appUrl: app(instance, ""), titled: true }, text))
      })

      return ComputeContent.of({ pages, document })
    })
  )
}
