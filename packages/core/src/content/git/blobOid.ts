/** Ids of Git's blobs, so that it is known without Git whether a file holds some bytes. */
import { sha1 } from "@noble/hashes/legacy.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { utf8 } from "../../kernel/shared/hash.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionTree } from "../revisions/model/RevisionTree.ts"

/** Over bytes that come in pieces. @param size of all of them, in bytes */
export const makeBlobHasher = (size: number, isSha256: boolean) => {
  const hash = isSha256 ? sha256.create() : sha1.create()
  hash.update(utf8.encode(`blob ${size}\0`))
  return {
    update: (bytes: Uint8Array): void => {
      hash.update(bytes)
    },
    digest: (): string => bytesToHex(hash.digest())
  }
}

/** @param isSha256 whether the repository has SHA-256 ids, 64 letters long */
export const blobOid = (bytes: Uint8Array, isSha256: boolean): string => {
  const hasher = makeBlobHasher(bytes.length, isSha256)
  hasher.update(bytes)
  return hasher.digest()
}

/** A cache of Git's ids of texts, by Octavo's hash of the text and the kind of id: neither ever changes. */
const textOids = makeLru<string>(32_000_000, "git-oids")

/** What one of them takes, roughly, in bytes. */
const oidBytes = 300

/**
 * The id that Git gives a stored text. Whether a file holds a text is told by this and not by the id that its page was
 * read with: that one stays when the page is edited.
 */
export const textOid = Effect.fnUntraced(function* (trees: RevisionTree["Service"], hash: string, isSha256: boolean) {
  const key = `${isSha256} ${hash}`
  const known = textOids.get(key)
  if (known !== undefined) return known
  const oid = blobOid((yield* missingIsDamage(trees.body(hash))).bytes, isSha256)
  textOids.set(key, oid, oidBytes)
  return oid
})
