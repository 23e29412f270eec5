import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { KeptPicture, RemotePictureRecord } from "./RemotePicture.ts"

/** Up to which content the pictures of a space are known. */
export interface PictureScan {
  /** Root of the content; empty when nothing was looked at. */
  readonly root: string
  /** Whether all that it shows was taken in: not where pictures were only let go. */
  readonly isWhole: boolean
}

/** What texts of a space show: their pictures' addresses, by the name of the text. */
export type NamedPictures = ReadonlyMap<string, ReadonlyArray<string>>

export interface Naming {
  readonly spaceId: string
  /** What is known; where it is no more, nothing is written. */
  readonly from: PictureScan
  readonly to: PictureScan
  /** Forgets first what all texts showed. */
  readonly isAnew: boolean
  readonly texts: NamedPictures
  /** Takes in addresses that are new; else what is known is noted alone. */
  readonly takesIn: boolean
  readonly at: string
  /** Most pictures of a space, and most places that name them. */
  readonly most: { readonly pictures: number; readonly places: number }
}

/** What became of a try. */
export type PictureOutcome = Pick<
  RemotePictureRecord,
  "state" | "blob" | "contentType" | "size" | "width" | "height" | "tries" | "nextTryAt" | "triedAt" | "reason"
>

/** The port of copies of other hosts' pictures. */
export class RemotePictureStore extends Context.Service<
  RemotePictureStore,
  {
    readonly scan: (spaceId: string) => Effect.Effect<PictureScan | undefined, StorageError>
    /**
     * Notes what texts show, and forgets pictures that none shows any more, at once; `false`: somebody else was faster.
     */
    readonly name: (naming: Naming) => Effect.Effect<boolean, StorageError>
    /** Hosts of pictures whose time has come. */
    readonly dueHosts: (
      spaceId: string,
      at: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Takes the next picture of a host whose time has come, and gives it to the caller alone until a time. */
    readonly claim: (
      spaceId: string,
      host: string,
      at: string,
      until: string
    ) => Effect.Effect<RemotePictureRecord | undefined, StorageError>
    /** Writes what became of a picture that was claimed until that time; what was forgotten meanwhile stays so. */
    readonly settle: (
      picture: Pick<RemotePictureRecord, "spaceId" | "id">,
      until: string,
      outcome: PictureOutcome
    ) => Effect.Effect<void, StorageError>
    /** Lets all of a host whose time has come wait until another. */
    readonly postpone: (spaceId: string, host: string, at: string, until: string) => Effect.Effect<void, StorageError>
    /** Lets what failed before a time be tried again. */
    readonly renew: (spaceId: string, before: string, at: string) => Effect.Effect<void, StorageError>
    /** All of a space, in the order of their addresses. */
    readonly list: (spaceId: string) => Effect.Effect<ReadonlyArray<RemotePictureRecord>, StorageError>
    /** What drawing needs of a space, in one order. */
    readonly kept: (spaceId: string) => Effect.Effect<ReadonlyArray<KeptPicture>, StorageError>
    /** Bytes of all copies of a space. */
    readonly bytes: (spaceId: string) => Effect.Effect<number, StorageError>
    /** Gives a copy of a space, whose texts have the same names, what the space has. */
    readonly copy: (spaceId: string, copyId: string) => Effect.Effect<void, StorageError>
    /**
     * Spaces, not deleted, whose content is another than is known, or of which not all is known; with `known` those alone
     * of which something is.
     */
    readonly behind: (
      known: boolean,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Spaces, not deleted, with pictures whose time has come. */
    readonly due: (at: string, after: string, limit: number) => Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@octavo/core/content/remote-pictures/RemotePictureStore") {}
