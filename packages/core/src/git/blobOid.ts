/** Ids of Git's blobs, so that it is known without Git whether a file holds some bytes. */
import { sha1 } from "@noble/hashes/legacy.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { utf8 } from "../shared/hash.ts"

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
