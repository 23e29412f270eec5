/**
 * Editing the primary content of a space. Every edit is a revision of its own: made beside the head, and shown by moving
 * the head to it unless someone else moved it meanwhile; then it is made again on top of what they did.
 */

import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import {
  Conflict,
  type Forbidden,
  Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { contentHash } from "../../kernel/shared/hash.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { isStorable } from "../../kernel/shared/text.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { makeTexts } from "../../kernel/texts/Texts.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { carriedBytes } from "../revisions/carriedBytes.ts"
import { HeadMoving } from "../revisions/HeadMoving.ts"
import { Heads } from "../revisions/Heads.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PathEntry } from "../revisions/model/Records.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { checkBodySize, checkPageSize, MaxPageBytes } from "../revisions/pageSize.ts"
import { withText } from "../revisions/pageText.ts"
import { primary } from "../revisions/Revision.ts"
import { referencedPaths, withReferences } from "../revisions/references.ts"
import { checkEditable, checkMoved } from "../spaces/editing.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"

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
>()("@octavo/core/content/space-content/EditContent") {
  static readonly layer = Layer.effect(
    EditContent,
    Effect.gen(function* () {
      const access = yield* Access
      const audit = yield* Audit
      const spaces = yield* SpaceStore
      const heads = yield* Heads
      const trees = yield* RevisionTree
      const moving = yield* HeadMoving
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
        const tree = yield* missingIsDamage(trees.open(root))
        const page = yield* missingIsDamage(tree.page(pageId))
        if (page === undefined) return yield* NotFound.of("page", pageId)
        if (page.type !== "document") return yield* new Invalid({ message: `A ${page.type} page has no text` })
        const before = page.body === undefined ? undefined : yield* missingIsDamage(tree.body(page.body))
        const was = before?.text ?? ""
        if (was === markdown) return undefined
        const body = yield* carriedBytes(markdown, before === undefined ? [] : [before.exact])
        yield* checkBodySize(body.length, maxPageBytes, "markdown")
        const text = { text: markdown, hash: contentHash(body), size: body.length }
        const written = yield* said.read((ask) =>
          Effect.sync(() => ask((texts) => withText(page, was, text, at, texts)))
        )
        const entries = new Map<string, PathEntry | undefined>()
        for (const path of referencedPaths(written)) entries.set(path, yield* missingIsDamage(tree.byGitPath(path)))
        const record = withReferences(written, (path) => entries.get(path))
        const edited = yield* missingIsDamage(trees.edit(root, [{ type: "putPage", page: record }])).pipe(
          Effect.mapError((error) => (error._tag === "StorageError" ? error : new Invalid({ message: error.message })))
        )
        // whoever indexes it need not load what was just made
        trees.keepBodies(new Map([[text.hash, body]]))
        return { root: edited.root, created: new Map(edited.created).set(text.hash, body) }
      })

      const replaceText = traced("EditContent.replaceText")(function* (
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
        for (let lost = 0; ; lost++) {
          yield* afterRaces("content.edit", lost)
          const { head } = yield* checkEditable(spaces, spaceId)
          if (expected !== undefined && expected !== head.revisionId) return yield* movedOn
          const at = yield* now
          const edited = yield* replaced(said, head.root, pageId, markdown, at)
          if (edited === undefined) return head.revisionId
          const id = makeId()
          yield* moving.announce({ spaceId: spaceId, from: head.root, to: edited.root })
          const moved = yield* transaction.run(
            Effect.gen(function* () {
              const revision = {
                id,
                spaceId,
                root: edited.root,
                parents: [head.revisionId],
                type: "edits" as const,
                author: actor.kind === "user" ? actor.userId : null,
                message: null,
                git: null,
                createdAt: at
              }
              const entry = {
                organizationId,
                action: "content.edit" as const,
                target: { type: "space" as const, id: spaceId },
                payload: { revision: id }
              }
              const moved = yield* heads.advance(primary, head, revision, {
                created: edited.created,
                noted: (moved) => Effect.andThen(checkMoved(spaceId, moved), audit.record(entry))
              })
              return moved !== undefined
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
