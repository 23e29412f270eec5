/** The people whom a comment names. Pure. */

/** Most who are told of one comment. */
const most = 50

/**
 * Ids of the people whom a body names with a reference, in its order, each once: links to `…/u/{id}`, as documents write
 * them (`docs/contributing/wire.md`).
 */
export const mentionsIn = (markdown: string): ReadonlyArray<string> =>
  [
    ...new Set(
      Array.from(markdown.matchAll(/\]\(<?https?:\/\/[^\s/()<>]+\/u\/([\w-]{1,128})\/?>?(?=[\s)])/g), ([, id]) => id!)
    )
  ].slice(0, most)

/** Those whom a body names that did not before. */
export const newMentions = (before: string, after: string): ReadonlyArray<string> => {
  const known = new Set(mentionsIn(before))
  return mentionsIn(after).filter((id) => !known.has(id))
}
