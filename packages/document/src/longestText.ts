/**
 * A gauge of how long the texts are that this thread works on: work takes time in their length, so that the longest one tells how
 * long everything else on the thread had to wait.
 */
let longest = 0

/** @param length in UTF-16 units, of what is read or compared at once */
export const noteTextLength = (length: number): void => {
  if (length > longest) longest = length
}

/** The longest text that was read or compared at once since this was last asked, in UTF-16 units. */
export const takeLongestText = (): number => {
  const taken = longest
  longest = 0
  return taken
}
