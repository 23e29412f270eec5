/**
 * Editing the primary content of a space. Every edit is a revision of its own: made beside the head, and shown by moving
 * the head to it unless someone else moved it meanwhile; then it is made again on top of what they did.
 */
import { Context, Effect, Layer } from "effect"
import { Audit } from "../audit/Audit.ts"
import { Access } from "../permissions/Access.ts"
import { CurrentActor } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import {
  Conflict,
  type Forbidden,
  Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../shared/errors.ts"
import { contentHash } from "../shared/hash.ts"
import { makeId } from "../shared/ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import { isStorable } from "../shared/text.ts"
import { checkEditable } from "../spaces/editing.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { makeTexts } from "../texts/Texts.ts"
import { ContentIndex } from "./ContentIndex.ts"
import { carriedBytes } from "./carriedBytes.ts"
import { Heads } from "./Heads.ts"
import { Objects } from "./model/Objects.ts"
import type { PathEntry } from "./model/Records.ts"
import { RevisionTree } from "./model/RevisionTree.ts"
import { checkBodySize, checkPageSize, MaxPageBytes } from "./pageSize.ts"
import { withText } from "./pageText.ts"
import { primary } from "./Revision.ts"
import { referencedPaths, withReferences } from "./references.ts"
import { stored } from "./stored.ts"

export class EditContent extends Context.Service<
  EditContent,
  {
    /**
     * Replaces the text of a document page, frontmatter included, and what the text says about the page. Answers the id
     * of the revision that has the text: a new one only when something changed.
     * @param expected the revision that the caller knows; when the space has moved on, the edit is refused
     */
    readonly replaceText: (
      spaceId: string,
      pageId: string,
      markdown: string,
      expected?: string
    ) => Effect.Effect<
      string,
      Forbidden | NotFound | Invalid | Conflict | PreconditionFailed | StorageError,
      CurrentActor
    >
  }
>()("@octavo/core/content/EditContent") {
  static readonly layer = Layer.effect(
    EditContent,
    Effect.gen(function* () {
      const access = yield* Access
      const audit = yield* Audit
      const spaces = yield* SpaceStore
      const heads = yield* Heads
      const trees = yield* RevisionTree
      const objects = yield* Objects
      const index = yield* ContentIndex
      const transaction = yield* Transaction
      const maxPageBytes = yield* MaxPageBytes

      /** The content of `root` with the text on the page, and its new body; `undefined` when the page has it already. */
      const replaced = Effect.fnUntraced(function* (
        said: ReturnType<typeof makeTexts>,
        root: string,
        pageId: string,
        markdown: string,
        at: string
      ) {
        const tree = yield* stored(trees.open(root))
        const page = yield* stored(tree.page(pageId))
        if (page === undefined) return yield* NotFound.of("page", pageId)
        if (page.type !== "document") return yield* new Invalid({ message: `A ${page.type} page has no text` })
        const before = page.body === undefined ? undefined : yield* stored(tree.body(page.body))
        const was = before?.text ?? ""
        if (was === markdown) return undefined
        const body = yield* carriedBytes(markdown, before === undefined ? [] : [before.exact])
        yield* checkBodySize(body.length, maxPageBytes, "markdown")
        const text = { text: markdown, hash: contentHash(body), size: body.length }
        const written = yield* said.read((ask) =>
          Effect.sync(() => ask((texts) => withText(page, was, text, at, texts)))
        )
        const entries = new Map<string, PathEntry | undefined>()
        for (const path of referencedPaths(written)) entries.set(path, yield* stored(tree.byGitPath(path)))
        const record = withReferences(written, (path) => entries.get(path))
        const edited = yield* stored(trees.edit(root, [{ type: "putPage", page: record }])).pipe(
          Effect.mapError((error) => (error._tag === "StorageError" ? error : new Invalid({ message: error.message })))
        )
        return { root: edited.root, created: new Map(edited.created).set(text.hash, body) }
      })

      const replaceText = Effect.fn("EditContent.replaceText")(function* (
        spaceId: string,
        pageId: string,
        markdown: string,
        expected?: string
      ) {
        const actor = yield* CurrentActor
        const { organizationId } = yield* access.space(spaceId, "space.edit-content")
        yield* checkPageSize(markdown, maxPageBytes, "markdown")
        if (!isStorable(markdown)) {
          return yield* new Invalid({ message: "The text must not hold NUL characters or unpaired surrogates" })
        }
        const said = makeTexts()
        for (;;) {
          const space = yield* spaces.get(spaceId)
          if (space === undefined || space.deletedAt !== null) return yield* NotFound.of("space", spaceId)
          yield* checkEditable(spaces, spaceId)
          const { head } = space
          if (expected !== undefined && expected !== head.revisionId) return yield* movedOn
          const at = yield* now
          const edited = yield* replaced(said, head.root, pageId, markdown, at)
          if (edited === undefined) return head.revisionId
          const id = makeId()
          // what a head shows is there before it moves
          yield* objects.put(edited.created)
          yield* index.prepare(spaceId, head.root, edited.root)
          const moved = yield* transaction.run(
            Effect.gen(function* () {
              const first = yield* heads.advance(primary, head, {
                id,
                spaceId,
                root: edited.root,
                parents: [head.revisionId],
                type: "edits",
                author: actor.kind === "user" ? actor.userId : null,
                message: null,
                git: null,
                createdAt: at
              })
              if (!first) return false
              yield* checkEditable(spaces, spaceId)
              yield* audit.record({
                organizationId,
                action: "content.edit",
                target: { type: "space", id: spaceId },
                payload: { revision: id }
              })
              return true
            })
          )
          if (moved) return id
        }
      })

      return EditContent.of({ replaceText })
    })
  )
}

const movedOn = Effect.fail(
  new Conflict({ message: "The content has changed since the revision that was expected; look at it and try again" })
)
