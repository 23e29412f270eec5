/** A link of a site's header or footer: what it is called, and where it leads. */
import { type FormEvent, useState } from "react"
import type { LinkTarget, SiteSpace } from "../../../logic/api.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Choice, TextLine } from "../../parts/fields.tsx"
import { PageChoice } from "../PageChoice.tsx"
import type { LinkStyle, WrittenLink } from "./LinkRows.tsx"

interface LookLinkDialogProps {
  readonly siteSpaces: ReadonlyArray<SiteSpace>
  /** A link of the header, the title of a group of the footer, or a link below one of both. */
  readonly kind: "link" | "group" | "below"
  readonly isNew: boolean
  readonly title: string
  readonly to: LinkTarget | null | undefined
  readonly style: LinkStyle | undefined
  readonly onWrite: (written: WrittenLink) => void
  readonly onClose: () => void
}

type Kind = "url" | "page" | "menu" | "other"

const kindOf = (to: LinkTarget | null | undefined): Kind =>
  to === undefined || to?.kind === "url"
    ? "url"
    : to === null
      ? "menu"
      : to.kind === "page" || to.kind === "space"
        ? "page"
        : "other"

export default (props: LookLinkDialogProps) => {
  const { isNew, kind, onClose, onWrite, siteSpaces, to: before } = props
  const [title, setTitle] = useState(props.title)
  const [leads, setLeads] = useState<Kind>(kindOf(before))
  const [url, setUrl] = useState(before?.kind === "url" ? before.url : "")
  const spaceBefore = before?.kind === "page" || before?.kind === "space" ? before.space : undefined
  const [siteSpace, setSiteSpace] = useState(
    (siteSpaces.find((one) => one.space.id === spaceBefore) ?? siteSpaces.find((one) => one.default) ?? siteSpaces[0])
      ?.id ?? ""
  )
  const [page, setPage] = useState(before?.kind === "page" ? before.page : "")
  const [style, setStyle] = useState<LinkStyle>(props.style ?? "link")

  const target = (): LinkTarget | null | undefined => {
    if (kind === "group") return undefined
    const space = siteSpaces.find(({ id }) => id === siteSpace)?.space.id
    switch (leads) {
      case "url":
        return { kind: "url", url: url.trim() }
      case "page":
        return space === undefined ? before : page === "" ? { kind: "space", space } : { kind: "page", page, space }
      case "menu":
        return null
      default:
        return before
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onWrite({ title: title.trim(), to: target(), style: kind === "link" ? style : undefined })
  }
  const ways: ReadonlyArray<readonly [Kind, string]> = [
    ["url", "An address"],
    ...(siteSpaces.length === 0 ? [] : [["page", "A page of the site"] as const]),
    ...(kind === "link" ? [["menu", "Nowhere: it opens a menu"] as const] : []),
    ...(kindOf(before) === "other" ? [["other", "Where it leads now"] as const] : [])
  ]
  const name = kind === "group" ? "group" : "link"
  return (
    <Dialog title={isNew ? `Add a ${name}` : `Edit ${props.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextLine label="Title" value={title} onChange={setTitle} required maxLength={128} autoFocus />
        {kind === "group" ? null : <Choice label="Leads to" of={ways} value={leads} onChange={setLeads} />}
        {kind === "group" ? null : leads === "url" ? (
          <TextLine
            label="Address"
            value={url}
            onChange={setUrl}
            required
            maxLength={2048}
            pattern="(https?://|mailto:|/(?!/))\S+|/"
            title="An http, https or mailto address, or a path like /about"
            placeholder="https://example.com"
          />
        ) : leads === "page" ? (
          <PageChoice
            siteSpaces={siteSpaces}
            siteSpace={siteSpace}
            page={page}
            onChange={(one, other) => {
              setSiteSpace(one)
              setPage(other)
            }}
          />
        ) : leads === "menu" ? (
          <p className="field-note">Links are added below it. Without any, readers are not shown it.</p>
        ) : null}
        {kind === "link" && leads !== "menu" ? (
          <Choice
            label="Looks like"
            of={[
              ["link", "A link"],
              ["button-primary", "A button"],
              ["button-secondary", "A quieter button"]
            ]}
            value={style}
            onChange={setStyle}
          />
        ) : null}
        <FormEnd action={isNew ? "Add" : "Change"} isReady={title.trim() !== ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}
