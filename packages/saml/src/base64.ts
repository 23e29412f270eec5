/** Base64, as providers and metadata write it. */

const letter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 47 && code <= 57) || code === 43

/** Whether a text is base64 in the usual alphabet, with blanks anywhere before its padding and after. One pass. */
export const isBase64 = (text: string): boolean => {
  const end = text.trimEnd()
  const body = end.endsWith("==") ? end.slice(0, -2) : end.endsWith("=") ? end.slice(0, -1) : end
  // padding of nothing is none
  if (body === "") return end === "" && text !== ""
  for (let at = 0; at < body.length; at++) {
    if (!letter(body.charCodeAt(at)) && body[at]!.trim() !== "") return false
  }
  return true
}
