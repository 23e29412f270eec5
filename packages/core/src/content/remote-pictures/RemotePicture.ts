/** Copies of pictures of other hosts that pages of a space show, and what bounds them. */

/**
 * `waiting` is fetched when its time comes, `kept` has a copy, `failed` is not tried again by itself, and `tracker` turned
 * out to be there to count readers: it is not drawn.
 */
export const RemotePictureStates = ["waiting", "kept", "failed", "tracker"] as const
export type RemotePictureState = (typeof RemotePictureStates)[number]

export interface RemotePictureRecord {
  readonly spaceId: string
  /** `contentHash` of the address. */
  readonly id: string
  /** As `remotePictureUrl` writes it. */
  readonly url: string
  /** Where it is, with a port that is not the usual one. */
  readonly host: string
  readonly state: RemotePictureState
  /** Hash of the bytes of the copy. */
  readonly blob: string | null
  /** Told from the bytes. */
  readonly contentType: string | null
  /** In bytes. */
  readonly size: number | null
  /** In pixels, where the bytes tell. */
  readonly width: number | null
  readonly height: number | null
  /** How often it was tried since it is waiting. */
  readonly tries: number
  /** When it is tried next; none when nothing is waited for. */
  readonly nextTryAt: string | null
  /** When it was tried last. */
  readonly triedAt: string | null
  /** Why it could not be had, in words that stand behind its address. */
  readonly reason: string | null
}

/** What drawing asks of a picture of another host: its copy, or that it is not to be drawn. */
export interface KeptPicture {
  readonly id: string
  readonly url: string
  /** `null` for what counts readers. */
  readonly copy: {
    readonly blob: string
    readonly contentType: string
    readonly size: number
    readonly width: number | null
    readonly height: number | null
  } | null
}

/** Most pictures of a space, those of one text, and places of its texts that name them. */
export const mostPictures = 2_000
export const mostOfText = 200
export const mostPlaces = 20_000

/** Most bytes of one picture, and of all copies of a space. */
export const mostPictureBytes = 10_000_000
export const mostSpaceBytes = 500_000_000

/** Most pictures that one run asks for, and how long it begins new ones, in milliseconds: others wait for their turn. */
export const mostOfRun = 200
export const runMs = 60_000

/** A picture whose worker went silent for so long is another one's, in milliseconds. */
export const leaseMs = 60_000

/** How long is waited after so many tries, in minutes; after the last of them it is given up. */
const waits = [1, 5, 30, 120, 720]

/** Milliseconds until the next try after so many; `undefined` when there is none. */
export const waitAfterTry = (tries: number, retryAfter = 0): number | undefined => {
  const minutes = waits[tries - 1]
  return minutes === undefined ? undefined : Math.min(Math.max(minutes * 60_000, retryAfter), 86_400_000)
}

/** Kinds of pictures that browsers draw and servers of Octavo send as such, told from their bytes. */
export const pictureTypes: ReadonlySet<string> = new Set([
  "image/apng",
  "image/avif",
  "image/bmp",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/svg+xml",
  "image/webp",
  "image/x-icon"
])
