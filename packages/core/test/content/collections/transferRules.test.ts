import { describe, expect, it } from "vitest"
import { type TransferFacts, transferRefusal } from "../../../src/content/collections/transferRules.ts"

describe("transferRefusal", () => {
  const free: TransferFacts = { notAdmin: 0, sites: 0, gitOperations: 0 }
  it.each<readonly [TransferFacts, RegExp | undefined]>([
    [free, undefined],
    [{ ...free, notAdmin: 1 }, /role admin/],
    [{ ...free, sites: 1 }, /part of a site:/],
    [{ ...free, sites: 3 }, /part of 3 sites:/],
    [{ ...free, gitOperations: 1 }, /imports or exports/],
    // who may not transfer it learns nothing of where it is used
    [{ notAdmin: 2, sites: 2, gitOperations: 2 }, /^It takes the role admin/]
  ])("%o: %s", (facts, expected) => {
    const refusal = transferRefusal(facts)
    if (expected === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toMatch(expected)
  })
})
