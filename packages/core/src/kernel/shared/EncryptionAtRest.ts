/**
 * Encryption at rest: secrets in the store by AES-256-GCM under the installation's key. What is encrypted for a purpose can
 * be decrypted for that purpose alone. Fields and columns that hold such texts are called `sealed…`.
 */
import { withEarlierIds } from "@octavo/document"
import { Context, Effect, Layer, Redacted } from "effect"
import { StorageError } from "./errors.ts"

export class EncryptionAtRest extends Context.Service<
  EncryptionAtRest,
  {
    readonly encrypt: (purpose: string, secret: Redacted.Redacted) => Effect.Effect<string>
    /** Fails when it was encrypted with another key, for another purpose, or changed. */
    readonly decrypt: (purpose: string, sealed: string) => Effect.Effect<Redacted.Redacted, StorageError>
  }
>()("@octavo/core/kernel/shared/EncryptionAtRest") {
  /** @param secret the installation's master secret, from which the key is derived (HKDF-SHA256) */
  static readonly layer = (secret: Uint8Array<ArrayBuffer>) =>
    Layer.effect(
      EncryptionAtRest,
      Effect.promise(async () => {
        const master = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"])
        const key = await crypto.subtle.deriveKey(
          { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("octavo seal v1") },
          master,
          { name: "AES-GCM", length: 256 },
          false,
          ["encrypt", "decrypt"]
        )
        return EncryptionAtRest.of({
          encrypt: (purpose, value) =>
            Effect.promise(async () => {
              const iv = crypto.getRandomValues(new Uint8Array(12))
              const sealed = await crypto.subtle.encrypt(
                { name: "AES-GCM", iv, additionalData: bound(purpose) },
                key,
                encoder.encode(Redacted.value(value))
              )
              return `v1.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`
            }),
          decrypt: (purpose, sealed) =>
            Effect.tryPromise({
              try: async () => {
                const [version, iv, data] = sealed.split(".")
                if (version !== "v1" || iv === undefined || data === undefined) throw new Error("not a sealed secret")
                const opened = await crypto.subtle.decrypt(
                  { name: "AES-GCM", iv: fromBase64(iv), additionalData: bound(purpose) },
                  key,
                  fromBase64(data)
                )
                return Redacted.make(new TextDecoder().decode(opened))
              },
              catch: (cause) => new StorageError({ operation: "encryption.decrypt", retryable: false, cause })
            })
        })
      })
    )
}

const encoder = new TextEncoder()
/** Ids in it count in the form in which they always did: what was encrypted before can be decrypted. */
const bound = (purpose: string) => encoder.encode(withEarlierIds(purpose))
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
