/** As its byte order mark says, else UTF-8, else what the web takes for it: Windows-1252. Without NUL, which no store takes. */
export const decodeText = (bytes: Uint8Array): string => {
  const [a, b] = bytes
  const marked = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : undefined
  const decode = (encoding: string, fatal: boolean) => new TextDecoder(encoding, { fatal }).decode(bytes)
  const text = () => {
    if (marked !== undefined) return decode(marked, false)
    try {
      return decode("utf-8", true)
    } catch {
      return decode("windows-1252", false)
    }
  }
  return text().replaceAll("\0", "\uFFFD")
}
