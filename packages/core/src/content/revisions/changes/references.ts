/** References that a batch gives pages: by ids, or by the names of what the batch makes. */
import { defined } from "../../../kernel/shared/defined.ts"
import type { Draft } from "../model/Draft.ts"
import type { ContentReference } from "../model/Records.ts"
import type { PageFieldsInput } from "./input.ts"
import type { LinkSpace } from "./links.ts"

/** Reads references; what they name is looked for when the batch is done, since it may come later. */
export const makeReferences = (refs: LinkSpace["refs"]) => {
  const named: Array<{ readonly kind: "page" | "file"; readonly id: string; readonly path: string }> = []
  const problems: Array<{ readonly path: string; readonly message: string }> = []

  const idOf = (kind: "page" | "file", name: string, path: string): string => {
    const made = refs.get(name)
    const id = made?.kind === kind ? made.id : name
    named.push({ kind, id, path })
    return id
  }
  const read = (reference: ContentReference, path: string): ContentReference => {
    switch (reference.kind) {
      case "page":
        return reference.space === undefined
          ? { ...reference, page: idOf("page", reference.page, `${path}.page`) }
          : reference
      case "file":
        return reference.space === undefined
          ? { ...reference, file: idOf("file", reference.file, `${path}.file`) }
          : reference
      case "anchor":
        if (reference.page === undefined) problems.push({ path, message: "an anchor needs the page that it is on" })
        else if (reference.space === undefined)
          return { ...reference, page: idOf("page", reference.page, `${path}.page`) }
        return reference
      case "url":
        if (!isAddress(reference.url)) problems.push({ path, message: notAddress })
        return reference
      default:
        return reference
    }
  }

  return {
    /** The fields with ids in their references. */
    inFields: (fields: PageFieldsInput, place: string): PageFieldsInput => {
      const { cover, metaLinks, target, url } = fields
      const next = { ...fields }
      if (url !== undefined && !isAddress(url)) problems.push({ path: `${place}.url`, message: notAddress })
      if (target !== undefined) next.target = read(target, `${place}.target`)
      if (cover?.ref !== undefined) next.cover = { ...cover, ref: read(cover.ref, `${place}.cover.ref`) }
      if (cover?.refDark !== undefined) {
        next.cover = { ...(next.cover ?? cover), refDark: read(cover.refDark, `${place}.cover.refDark`) }
      }
      if (metaLinks != null) {
        const { alternates, canonical } = metaLinks
        const at = `${place}.metaLinks`
        next.metaLinks = defined({
          canonical: canonical && read(canonical, `${at}.canonical`),
          alternates: alternates?.map((one, i) => read(one, `${at}.alternates.${i}`))
        })
      }
      return next
    },
    /** The first that names nothing in a draft. */
    problem: (draft: Draft): { readonly path: string; readonly message: string } | undefined => {
      const missing = named.find(({ id, kind }) => (kind === "page" ? draft.page(id) : draft.file(id)) === undefined)
      return problems[0] ?? (missing && { path: missing.path, message: `there is no ${missing.kind} of this name` })
    }
  }
}

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"])
const notAddress = "must be an address that starts with https://, http://, mailto: or tel:, or a path"

/** Whether something is a path, or an address that a reader may be sent to. */
const isAddress = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed === null ? !/^[a-z][a-z0-9+.-]*:/i.test(url.trim()) : schemes.has(parsed.protocol)
}
