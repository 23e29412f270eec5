/** Addresses of versions of a specification: signed, and good for an hour. */
import { Clock, Effect } from "effect"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { signValue, verifyValue } from "../../kernel/shared/signature.ts"
import type { SpecRecord, SpecVersionRecord } from "./OpenApiSpec.ts"

/** How long the address of a version is good for, in seconds. */
const versionUrlLifetime = 3600
const purpose = "openapi"

/** What an address of a version says; `until` in seconds since 1970. */
interface Signed {
  readonly spec: string
  readonly version: string
  readonly until: number
}

/** The address of a version, from now on. */
export const versionAddress = Effect.fnUntraced(function* (
  instance: InstanceConfig,
  key: Uint8Array,
  spec: SpecRecord,
  version: SpecVersionRecord
) {
  const until = Math.floor((yield* Clock.currentTimeMillis) / 1000) + versionUrlLifetime
  const signed: Signed = { spec: spec.id, version: version.id, until }
  return `${instance.publicUrl}/~openapi/${signValue(key, purpose, signed)}/${spec.slug}.${version.format}`
})

/** What a signed address says; nothing when it is not one of ours, or has expired. */
export const readVersionAddress = Effect.fnUntraced(function* (key: Uint8Array, address: string) {
  const signed = verifyValue(key, purpose, address) as Signed | undefined
  return signed === undefined || (yield* Clock.currentTimeMillis) / 1000 >= signed.until ? undefined : signed
})
