/** The text up to so many UTF-16 units, cut between words. */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(" ")
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`
}
