import { createHmac } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { signValue, verifyValue } from "../../../src/kernel/shared/signature.ts"

const key = new Uint8Array(32).fill(1)

/** Texts of the form that ids had before they began with a letter: a secret of ours has it once in a hundred times. */
const likeEarlierId = fc.stringMatching(/^0[0-9A-Z][0-9A-Za-z]{20}$/)
const text = fc.oneof(
  likeEarlierId,
  fc.tuple(likeEarlierId, fc.string()).map(([id, rest]) => `${id} ${rest}`),
  fc.string()
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie("value"), { maxKeys: 4 })
  )
}))

describe("signed values", () => {
  it("come back as they were, for the same purpose and key only", () => {
    fc.assert(
      fc.property(value, text, (given, purpose) => {
        const signed = signValue(key, purpose, given)
        expect(signed).toMatch(/^[\w-]+\.[\w-]+$/)
        expect(verifyValue(key, purpose, signed)).toEqual(given)
        expect(verifyValue(key, `${purpose}.`, signed)).toBeUndefined()
        expect(verifyValue(new Uint8Array(32), purpose, signed)).toBeUndefined()
      })
    )
  })

  it("from before ids began with a letter come back with the ids of today, in purpose and value", () => {
    // as signValue made it then
    const before = (purpose: string, given: unknown) => {
      const payload = Buffer.from(JSON.stringify(given)).toString("base64url")
      const signature = createHmac("sha256", key).update(`${purpose}\n${payload}`).digest().subarray(0, 16)
      return `${payload}.${signature.toString("base64url")}`
    }
    const [earlier, current] = ["0VblwkSb00g8U1m3Frqg8T", "aVblwkSb00g8U1m3Frqg8T"]
    const signed = before(`list ${earlier}`, [1, { space: earlier, word: "0Vb" }])
    expect(verifyValue(key, `list ${current}`, signed)).toEqual([1, { space: current, word: "0Vb" }])
    expect(verifyValue(key, "list", signed)).toBeUndefined()
  })
})
