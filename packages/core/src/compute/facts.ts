import { contentHash, utf8 } from "../shared/hash.ts"
import { compute, computeKept, inlineLength } from "./Compute.ts"

/** What a text says of itself. */
export const factsOf = (text: string) =>
  text.length <= inlineLength
    ? compute("facts", { text }, text.length)
    : computeKept("facts", contentHash(utf8.encode(text)), { text }, text.length)
