/** The request that a form of an operation sends. */

/** A field, with the name, place and prefix that its operation gives it. */
export interface Field {
  readonly name: string
  readonly place: string
  readonly prefix: string
  readonly value: string
}

/**
 * Address and headers: parts of the path are always filled in, query and headers only with what is not empty.
 * @param address with `{name}` for parts of the path
 */
export const requestOf = (address: string, fields: ReadonlyArray<Field>) => {
  const query: Array<string> = []
  const headers: Record<string, string> = {}
  let url = address
  for (const { name, place, prefix, value } of fields) {
    if (place === "path") url = url.replaceAll(`{${name}}`, () => encodeURIComponent(value))
    else if (value === "") continue
    else if (place === "query") query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    else headers[name] = prefix + value
  }
  if (query.length > 0) url += (url.includes("?") ? "&" : "?") + query.join("&")
  return { url, headers }
}

/** JSON with a line for each member; other texts as they are. */
export const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
