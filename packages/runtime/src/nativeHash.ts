/** Hashes of content by OpenSSL: a page is hashed each time that it is drawn, and JavaScript takes ten times as long. */
import { hash } from "node:crypto"
import { useDigest } from "@octavo/core/kernel/shared/hash"

/** Of this thread, once and for all. */
export const useNativeHash = (): void => useDigest((bytes) => hash("sha256", bytes, "base64url"))
