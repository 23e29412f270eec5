/** Whether content may change hands. Pure; `test/content/collections/transferRules.test.ts`. */

/** What is known about everything that would be transferred. */
export interface TransferFacts {
  /** Spaces and collections below on which the caller is not admin. */
  readonly notAdmin: number
  readonly sites: number
  readonly gitOperations: number
}

/** Why it cannot be transferred, for people; `undefined` when it can. */
export const transferRefusal = ({ notAdmin, sites, gitOperations }: TransferFacts): string | undefined => {
  if (notAdmin > 0) return "It takes the role admin on everything that would be transferred"
  if (sites > 0) return `It is still part of ${sites === 1 ? "a site" : `${sites} sites`}: take its spaces off first`
  if (gitOperations > 0) return "Git imports or exports of it have not ended: wait for them"
  return undefined
}
