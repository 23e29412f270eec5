/**
 * Reading a space's content: the primary content or any revision, with the same operations. Opening checks access and
 * finds the revision; everything after it is a function of immutable content, so its answers can be kept under `tag`.
 */
import { Context, Effect, Layer, Stream } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { type Forbidden, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { ChangeRequestStore } from "../change-requests/ChangeRequestStore.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { type FileOwner, verifyDownload } from "../revisions/downloads.ts"
import { Heads } from "../revisions/Heads.ts"
import { damageError, missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { canSeeDraft, canSeeRevision } from "../revisions/revisionVisibility.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { type FoundRevision, makeOpen, type OpenContent } from "./OpenContent.ts"

type Failure = NotFound | StorageError

/** Which content of a space: the primary content when nothing is said, a revision, or the draft of a change request. */
export type ContentAt = string | undefined | { readonly changeRequest: string }

export class SpaceContent extends Context.Service<
  SpaceContent,
  {
    /**
     * Opens the primary content of a space, one of its revisions, or a draft. Whoever reads a published site sees the
     * primary content and what it was, and of drafts the one that a preview is of.
     */
    readonly open: (spaceId: string, at?: ContentAt) => Effect.Effect<OpenContent, Forbidden | Failure, CurrentActor>
    /** The bytes behind the signed part of a download URL; needs no actor. */
    readonly download: (signed: string) => Effect.Effect<
      {
        readonly contentType: string
        /** Whether the address ends with a space. */
        readonly isOfSpace: boolean
        readonly size: number
        readonly hash: string
        readonly bytes: (range?: {
          readonly start: number
          readonly end: number
        }) => Stream.Stream<Uint8Array, StorageError>
      },
      Failure
    >
  }
>()("@octavo/core/content/space-content/SpaceContent") {
  static readonly layer = Layer.effect(
    SpaceContent,
    Effect.gen(function* () {
      const access = yield* Access
      const spaces = yield* SpaceStore
      const heads = yield* Heads
      const changeRequests = yield* ChangeRequestStore
      const trees = yield* RevisionTree
      const blobs = yield* Blobs
      const computed = yield* ComputedContent
      const instance = yield* Instance
      const key = yield* SigningKey
      const epoch = yield* Epoch
      const openContents = makePartCache<OpenContent | null>(epoch, 4_000, { inTransactions: true })
      const forVisitors = makePartCache<FoundRevision | null>(epoch, 10_000)

      const load = Effect.fnUntraced(function* (
        spaceId: string,
        at: ContentAt,
        isVisitor: boolean
      ): Effect.fn.Return<FoundRevision | null, StorageError> {
        const space = yield* spaces.get(spaceId)
        if (space === undefined || space.deletedAt !== null) return null
        const draft = typeof at === "object" ? yield* changeRequests.find(spaceId, at.changeRequest) : undefined
        if (typeof at === "object" && draft === undefined) return null
        const id = draft?.head.revisionId ?? (at as string | undefined) ?? space.head.revisionId
        const revision = yield* heads.revision(spaceId, id)
        if (revision === undefined) return null
        const tree = yield* missingIsDamage(trees.open(revision.root))
        const expanded = yield* missingIsDamage(computed.expand(space, tree))
        // who reads a site learns nothing of the people who write it
        const mergedFrom =
          revision.mergedFrom === null || isVisitor ? undefined : changeRequests.find(spaceId, revision.mergedFrom)
        const place = draft === undefined ? ((at as string | undefined) ?? "") : `draft ${draft.id}`
        return { place, space, revision, tree, expanded, draft, mergedFrom }
      })

      const made = (parts: FoundRevision, owner: FileOwner, judge?: Judge): OpenContent =>
        makeOpen({ instance, key, owner, space: parts.space, draftOf: parts.draft?.number }, parts, judge)

      const open = Effect.fnUntraced(function* (spaceId: string, at?: ContentAt) {
        const allowed = yield* access.space(spaceId, typeof at === "object" ? "change-request.preview" : "space.view")
        const { files, judge } = allowed
        const name = `${spaceId} ${typeof at === "object" ? `#${at.changeRequest}` : (at ?? "")}`
        if (judge === undefined) {
          const loaded = Effect.map(load(spaceId, at, false), (parts) => parts && made(parts, files))
          const found = yield* openContents(spaceId, name, loaded)
          if (found !== null) return found
        } else {
          const parts = yield* forVisitors(spaceId, name, load(spaceId, at, true))
          // a visitor may not know what is being prepared
          const sees = (found: FoundRevision) =>
            found.draft === undefined ? canSeeRevision(allowed, found.revision) : canSeeDraft(allowed, found.draft.id)
          if (parts !== null && sees(parts)) return made(parts, files, judge)
        }
        return yield* typeof at === "object"
          ? NotFound.of("change request", at.changeRequest)
          : at === undefined
            ? NotFound.of("space", spaceId)
            : NotFound.of("revision", at)
      })

      const download = traced("SpaceContent.download")(function* (signed: string) {
        const file = verifyDownload(key, signed)
        const isThere = file !== undefined && (file.owner === undefined || (yield* access.opens(file.owner)))
        const info = isThere ? yield* blobs.info(file.blob) : undefined
        if (file === undefined || info === undefined) return yield* new NotFound({ message: "There is no such file" })
        return {
          contentType: file.contentType,
          isOfSpace: file.owner !== undefined && "space" in file.owner,
          size: info.size,
          hash: info.hash,
          bytes: (range?: { readonly start: number; readonly end: number }) =>
            Stream.mapError(blobs.read(info.hash, range), damageError)
        }
      })

      return SpaceContent.of({ open, download })
    })
  )
}
