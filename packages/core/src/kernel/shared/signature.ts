/** Values that this installation hands out and believes when they come back: cursors, download URLs. */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { withCurrentIds, withEarlierIds } from "@octavo/document"
import { Context } from "effect"

/** Key of the signatures that this installation gives out; the same on all servers of one store. */
export class SigningKey extends Context.Service<SigningKey, Uint8Array>()("@octavo/core/kernel/shared/SigningKey") {}

const encoder = new TextEncoder()
const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
const fromBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0))

/** 128 bits of HMAC-SHA256. */
const mac = (key: Uint8Array, text: string): string =>
  toBase64url(hmac(sha256, key, encoder.encode(text)).subarray(0, 16))

/** `purpose` keeps signatures of one kind from passing as another. */
const signature = (key: Uint8Array, purpose: string, payload: string): string =>
  mac(key, `exact ${purpose}\n${payload}`)

/** What was signed before ids began with a letter: ids in the purpose counted in the form that they had then. */
const earlierSignature = (key: Uint8Array, purpose: string, payload: string): string =>
  mac(key, `${withEarlierIds(purpose)}\n${payload}`)

/** 43 characters that only this installation can make of a text. */
export const deriveSecret = (key: Uint8Array, purpose: string, text: string): string =>
  toBase64url(hmac(sha256, key, encoder.encode(`derived ${purpose}\n${text}`)))

/** A JSON value as URL-safe text that only this installation can make. */
export const signValue = (key: Uint8Array, purpose: string, value: unknown): string => {
  const payload = toBase64url(encoder.encode(JSON.stringify(value)))
  return `${payload}.${signature(key, purpose, payload)}`
}

/**
 * The value that was signed for this purpose; `undefined` for anything else. It comes out as it went in: a secret may
 * have the form that ids had once. Ids in what was signed when they had it are those of today.
 */
export const verifyValue = (key: Uint8Array, purpose: string, signed: string): unknown => {
  const dot = signed.lastIndexOf(".")
  if (dot < 0) return undefined
  const payload = signed.slice(0, dot)
  const given = signed.slice(dot + 1)
  const text = () => new TextDecoder().decode(fromBase64url(payload))
  if (sameText(given, signature(key, purpose, payload))) return JSON.parse(text())
  if (!sameText(given, earlierSignature(key, purpose, payload))) return undefined
  return JSON.parse(text(), (_, value: unknown) => (typeof value === "string" ? withCurrentIds(value) : value))
}

/** Compares in a time that depends on the lengths alone. */
export const sameText = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
