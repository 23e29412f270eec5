/** The checks of before, by regular expressions that are quadratic: what the scanners must say the same as. */

const mostBytes = 256 * 1024
const mostElements = 5000
const deepest = 50

export const wasBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)

/** Whether the XML of a response was given to the parser. */
export const wasPlain = (xml: string): boolean => {
  if (xml.includes("<!") || /<\?(?!xml\s)/.test(xml)) return false
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/.test(xml)) return false
  let depth = 0
  let elements = 0
  for (const [, closes, selfClosing] of xml.matchAll(/<(\/?)[^?>][^>]*?(\/?)>/g)) {
    if (closes === "/") depth--
    else {
      if (++elements > mostElements) return false
      if (selfClosing !== "/" && ++depth > deepest) return false
    }
  }
  return Buffer.byteLength(xml) <= mostBytes
}

export const blocksBefore = (text: string) =>
  [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g)].map(([, label = "", body = ""]) => ({
    label,
    body
  }))
