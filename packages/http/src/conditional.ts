/** What requests say of answers that they have, or want made anew: RFC 9110, 13, and RFC 9111, 5.2.1. */

/** If-None-Match by weak comparison (RFC 9110, 13.1.2); what was sent compressed has the coding in its tag. */
export const etagMatches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some(
      (one) =>
        one
          .trim()
          .replace(/^W\//, "")
          .replace(/\.(?:br|gzip)"$/, '"') === etag
    ))

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Whether a request wants no answer that is kept (RFC 9111, 5.2.1.4). */
export const wantsFresh = ({ "cache-control": control }: Headers): boolean =>
  typeof control === "string" && /\bno-(?:cache|store)\b/i.test(control)

/** Whether who asks has the answer already (RFC 9110, 13.1.2). @param of the answer */
export const isKnown = ({ "if-none-match": asked }: Headers, of: Readonly<Record<string, string>>): boolean =>
  typeof asked === "string" && of["etag"] !== undefined && etagMatches(asked, of["etag"])

/** What of the headers of an answer 200 stands in the 304 in its place (RFC 9110, 15.4.5). */
export const notModified = ({
  "content-length": _length,
  "content-type": _type,
  ...headers
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> => headers
