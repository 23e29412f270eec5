/**
 * `builtin:translation`: the pages of a translation's result in another space, which follow it. Only beside the source,
 * with the same level for everybody: who sees the pages there may see the source.
 */
import { Effect, Layer, type Schema } from "effect"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { type ComputedPageDraft, type ComputedSource, ComputedSources } from "../revisions/computed/ComputedSources.ts"
import { dereferencedText } from "../revisions/dereference.ts"
import type { DocumentPlace } from "../revisions/documentReferences.ts"
import { withoutHeader, withStableRefs } from "../revisions/documents.ts"
import { downloadUrl } from "../revisions/downloads.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { TranslationStore } from "./TranslationStore.ts"

export const translationSourceLayer = Layer.effect(
  ComputedSources,
  Effect.gen(function* () {
    const others = yield* ComputedSources
    const store = yield* TranslationStore
    const spaces = yield* SpaceStore
    const revisions = yield* RevisionStore
    const trees = yield* RevisionTree
    const instance = yield* Instance
    const key = yield* SigningKey

    const source: ComputedSource = {
      type: "builtin:translation",
      resolve: Effect.fnUntraced(function* (space, { translation: dependency }) {
        const ref = field(dependency, "ref")
        const id = field(ref, "translation")
        if (field(ref, "kind") !== "translation" || typeof id !== "string") return undefined
        const translation = yield* store.get(space.organizationId, id)
        if (translation === undefined || translation.resultSpace === null) return undefined
        const [here, from, result] = yield* Effect.all([
          spaces.get(space.id),
          spaces.get(translation.sourceSpace),
          revisions.head(translation.resultSpace, primary)
        ])
        if (here === undefined || from === undefined || from.deletedAt !== null || result === undefined)
          return undefined
        if (from.organizationId !== here.organizationId || from.parent !== here.parent) return undefined
        if (from.defaultLevel !== here.defaultLevel) return undefined
        return {
          translation: {
            ref: { kind: "translation", translation: id },
            value: { space: translation.resultSpace, revision: result.revisionId, language: translation.language }
          }
        }
      }),
      pages: ({ dependencies }) =>
        Effect.gen(function* () {
          const tree = yield* opened(dependencies)
          return tree === undefined ? [] : draftsOf(yield* missingIsDamage(tree.pages()), spaceOf(dependencies))
        }),
      document: ({ dependencies, props }) =>
        Effect.gen(function* () {
          const tree = yield* opened(dependencies)
          const page = yield* tree === undefined
            ? Effect.succeed(undefined)
            : missingIsDamage(tree.page(String(props["document"])))
          if (tree === undefined || page?.body === undefined || page.condition !== undefined) return ""
          const spaceId = spaceOf(dependencies)
          const place = (git: PageRecord["git"], titled: boolean): DocumentPlace => ({
            spaceId,
            appUrl: app(instance, ""),
            gitPath: git?.path,
            titled
          })
          const own = (yield* missingIsDamage(trees.body(page.body))).text
          const whole = yield* missingIsDamage(
            dereferencedText(
              tree,
              place(page.git, true),
              own,
              Effect.fnUntraced(function* (id: string) {
                const reusable = yield* tree.reusableContent(id)
                if (reusable?.body === undefined) return undefined
                const { text } = yield* trees.body(reusable.body)
                return { text: yield* withoutHeader(text), place: place(reusable.git, false) }
              })
            )
          )
          // pages by their ids, which are keys of the drafts
          const owner = { space: spaceId }
          return yield* missingIsDamage(
            withStableRefs(tree, place(page.git, true), whole, (file) => downloadUrl({ instance, key, owner }, file))
          )
        })
    }

    /** The revision that was resolved. */
    const opened = Effect.fnUntraced(function* (dependencies: Schema.JsonObject) {
      const value = field(dependencies["translation"], "value")
      const revision = yield* revisions.get(String(field(value, "space")), String(field(value, "revision")))
      return revision && (yield* missingIsDamage(trees.open(revision.root)))
    })

    return new Map([...others, [source.type, source]])
  })
)

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const spaceOf = (dependencies: Schema.JsonObject): string =>
  String(field(field(dependencies["translation"], "value"), "space"))

/** Pages under a condition are left out: what decides on them is known where they come from. */
const draftsOf = (nodes: ReadonlyArray<PageNode>, space: string): ReadonlyArray<ComputedPageDraft> =>
  nodes.flatMap(({ page, pages }): ReadonlyArray<ComputedPageDraft> => {
    if ((page.type !== "document" && page.type !== "group") || page.condition !== undefined) return []
    return [
      {
        key: page.id,
        type: page.type,
        title: page.title,
        slug: page.slug,
        ...defined({ emoji: page.emoji, icon: page.icon, description: page.description }),
        ...(page.hidden === true ? { hidden: true } : {}),
        ...ifDefined(page.body, () => ({ document: { space, document: page.id } })),
        pages: draftsOf(pages, space)
      }
    ]
  })
