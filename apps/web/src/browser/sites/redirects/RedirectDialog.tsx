/** Writes a redirect of a site, or changes one: its source, where it leads, and how it is answered. */
import { useState } from "react"
import type { SiteRedirect, SiteStructure } from "../../../logic/api.ts"
import { sectionsIn, siteSpacesIn } from "../../../logic/siteStructure.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, Choice, TextLine } from "../../parts/fields.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { PageChoice } from "../PageChoice.tsx"
import { useSiteWork } from "../useSiteWork.ts"

interface RedirectDialogProps {
  readonly organization: string
  readonly site: string
  readonly structure: SiteStructure
  /** Absent for a new one. */
  readonly redirect?: SiteRedirect | undefined
  /** Where a new one begins with. */
  readonly source?: string
  readonly onClose: () => void
}

type Destination = SiteRedirect["destination"]
type Kind = "page" | "section" | "external"

export default ({ onClose, organization, redirect, site, source: first = "/", structure }: RedirectDialogProps) => {
  const siteSpaces = siteSpacesIn(structure)
  const sections = sectionsIn(structure)
  const before = redirect?.destination
  const [source, setSource] = useState(redirect?.source ?? first)
  const [kind, setKind] = useState<Kind>(
    before?.kind === "external" || siteSpaces.length === 0
      ? "external"
      : before?.kind === "site-section"
        ? "section"
        : "page"
  )
  const [url, setUrl] = useState(before?.kind === "external" ? before.url : "")
  const [siteSpace, setSiteSpace] = useState(
    before?.kind === "site-page" || before?.kind === "site-space"
      ? before.siteSpaceId
      : ((siteSpaces.find((one) => one.default) ?? siteSpaces[0])?.id ?? "")
  )
  const [page, setPage] = useState(before?.kind === "site-page" ? before.pageId : "")
  const [section, setSection] = useState(
    before?.kind === "site-section" ? before.siteSectionId : (sections[0]?.id ?? "")
  )
  const [isPermanent, setPermanent] = useState(redirect?.permanent ?? false)
  const [isWide, setWide] = useState(redirect?.captureWildcard ?? false)
  const [isDraft, setDraft] = useState(redirect?.draft ?? false)

  const destination = (): Destination =>
    kind === "external"
      ? { kind: "external", url: url.trim() }
      : kind === "section"
        ? { kind: "site-section", siteSectionId: section }
        : page === ""
          ? { kind: "site-space", siteSpaceId: siteSpace }
          : { kind: "site-page", siteSpaceId: siteSpace, pageId: page }

  const work = useSiteWork(
    organization,
    site,
    async () => {
      const params = { organizationId: organization, siteId: site }
      const payload = {
        source: source.trim(),
        destination: destination(),
        permanent: isPermanent,
        captureWildcard: isWide,
        draft: isDraft
      }
      const written =
        redirect === undefined
          ? await client.siteRedirects.createSiteRedirect({ params, payload })
          : await client.siteRedirects.updateSiteRedirectById({
              params: { ...params, siteRedirectId: redirect.id },
              payload
            })
      return `${written.source} ${written.draft ? "waits as a draft" : "is redirected"}`
    },
    onClose
  )
  const { at, rest } = problemsAt(work, ["source", "destination"], "source")
  const submit = submitOnce(work)
  const ways: ReadonlyArray<readonly [Kind, string]> = [
    ...(siteSpaces.length === 0 ? [] : [["page", "A page of the site"] as const]),
    ...(sections.length === 0 ? [] : [["section", "A section of the site"] as const]),
    ["external", "An address elsewhere"]
  ]
  return (
    <Dialog title={redirect === undefined ? "Add a redirect" : `Edit ${redirect.source}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {redirect?.automatic === true ? (
          <p className="field-note">It was made when a page moved. Once you change it, no later move touches it.</p>
        ) : null}
        <TextLine
          label="From"
          value={source}
          onChange={setSource}
          problem={at["source"]}
          required
          maxLength={512}
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          note="A path below the root of the site, like /old/install.html. A page that is there goes before it."
        />
        <Choice label="Leads to" of={ways} value={kind} onChange={setKind} />
        {kind === "external" ? (
          <TextLine
            label="Address"
            type="url"
            value={url}
            onChange={setUrl}
            problem={at["destination"]}
            required
            placeholder="https://example.com/install"
          />
        ) : kind === "section" ? (
          <Choice
            label="Section"
            of={sections.map(({ id, title }) => [id, title] as const)}
            value={section}
            onChange={setSection}
            problem={at["destination"]}
          />
        ) : (
          <PageChoice
            siteSpaces={siteSpaces}
            siteSpace={siteSpace}
            page={page}
            problem={at["destination"]}
            onChange={(one, other) => {
              setSiteSpace(one)
              setPage(other)
            }}
          />
        )}
        <Check isSelected={isWide} onChange={setWide} note="To the same below where it leads.">
          Lead along what is below it
        </Check>
        <Check isSelected={isPermanent} onChange={setPermanent} note="Browsers and search engines remember it.">
          For good
        </Check>
        <Check isSelected={isDraft} onChange={setDraft} note="It is not followed yet.">
          Draft
        </Check>
        <FormEnd action={redirect === undefined ? "Add" : "Save"} work={rest} onClose={onClose} />
      </form>
    </Dialog>
  )
}
