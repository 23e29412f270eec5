/** The script of every page that a server answers: what is searched for is asked of the server. */
import { parse, textOf } from "./dom.ts"
import { enhancePages } from "./enhance.ts"

enhancePages(async (page, query, signal) => {
  const answer = await fetch(`${page}?part=list&q=${encodeURIComponent(query)}`, { signal })
  return [...parse(await textOf(answer)).body.childNodes]
})
