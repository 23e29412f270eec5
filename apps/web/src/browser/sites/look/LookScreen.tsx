/** How a site looks: its name, colours, links, and what readers find on its pages; saved as one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useBlocker, useParams } from "@tanstack/react-router"
import { type FormEvent, lazy, Suspense, useState } from "react"
import type { Site, SiteLook, SiteStructure } from "../../../logic/api.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { fieldProblems } from "../../../logic/fieldProblems.ts"
import { problemOf } from "../../../logic/problems.ts"
import { isChanged, withChanges } from "../../../logic/siteLook.ts"
import { siteSpacesIn } from "../../../logic/siteStructure.ts"
import { client } from "../../client.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Empty, ScreenTitle, Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import "../../style/site-look.css"
import { siteCustomizationQuery, siteQuery, siteStructureQuery } from "../queries.ts"
import { renewSite } from "../useSiteWork.ts"
import { Colours } from "./Colours.tsx"
import { Fonts } from "./Fonts.tsx"
import { HeaderAndFooter } from "./HeaderAndFooter.tsx"
import { NameAndLogo } from "./NameAndLogo.tsx"
import { OnPages } from "./OnPages.tsx"
import type { LookPartProps } from "./part.ts"
import { SpaceLooks } from "./SpaceLooks.tsx"

const LeaveDialog = lazy(() => import("./LeaveDialog.tsx"))

export const LookScreen = () => {
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const site = useQuery(siteQuery(organization, id))
  const look = useQuery(siteCustomizationQuery(organization, id))
  const structure = useQuery(siteStructureQuery(organization, id))
  const error = errorToShow(site, look, structure)
  if (error !== null) return <ProblemScreen error={error} />
  if (site.data === undefined || look.data === undefined || structure.data === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const { permissions, title, urls } = site.data
  return (
    <div className="screen narrow site-settings">
      <header className="screen-head">
        <ScreenTitle title={`Look · ${title}`}>Look</ScreenTitle>
        <p className="lead">What readers see of {title}, but for its pages.</p>
        <p className="buttons">
          <a className="button secondary" href={urls.preview} target="_blank" rel="noopener">
            Open a preview <Icon name="out" />
          </a>
        </p>
      </header>
      {permissions.admin ? (
        <LookForm organization={organization} site={site.data} saved={look.data} structure={structure.data} />
      ) : (
        <Empty title="Admins of the site set it up">
          <p>Ask one of them for what is to change.</p>
        </Empty>
      )}
    </div>
  )
}

/** Where in the settings something can be wrong that a field is for. */
const fields = [
  "title",
  "favicon",
  "favicon.icon.light",
  "favicon.icon.dark",
  "header.logo.light",
  "header.logo.dark",
  "header.links",
  "footer.copyright",
  "footer.groups",
  "styling.primaryColor.light",
  "styling.primaryColor.dark",
  "styling.font",
  "styling.headingFont",
  "styling.monospaceFont",
  "announcement.message"
].sort((a, b) => b.length - a.length)

interface LookFormProps {
  readonly organization: string
  readonly site: Site
  readonly saved: SiteLook
  readonly structure: SiteStructure
}

const LookForm = ({ organization, saved, site, structure }: LookFormProps) => {
  // what is written here stays while others change the same site
  const [before, setBefore] = useState(saved)
  const [look, setLook] = useState(saved)
  const queries = useQueryClient()
  const siteSpaces = siteSpacesIn(structure)
  const save = useMutation({
    mutationFn: async (look: SiteLook) => {
      const params = { organizationId: organization, siteId: site.id }
      const now = await client.siteCustomization.getSiteCustomizationById({ params, query: {} })
      const payload = withChanges(before, look, now)
      return client.siteCustomization.updateSiteCustomizationById({ params, payload })
    },
    onSuccess: async (settings, sent) => {
      queries.setQueryData(siteCustomizationQuery(organization, site.id).queryKey, settings)
      setBefore(settings)
      // what was written while it was on its way stays
      setLook((look) => withChanges(sent, look, settings))
      await renewSite(queries, organization, site.id)
      tell("The look of the site was saved")
    }
  })
  const { at, isPlaced } = fieldProblems(save.isError ? save.error : undefined, fields)
  const onChange: LookPartProps["onChange"] = (change) =>
    setLook((look) => {
      const members = typeof change === "function" ? change(look) : change
      const changed: Record<string, unknown> = { ...look, ...members }
      for (const [name, value] of Object.entries(members)) if (value === undefined) delete changed[name]
      return changed as unknown as SiteLook
    })
  const part = { organization, look, onChange, problems: at }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(look)
  }
  const isUnsaved = isChanged(before, look)
  const leaving = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true
  })
  return (
    <>
      <form className="look-form" onSubmit={submit}>
        <NameAndLogo {...part} />
        <Colours {...part} />
        <Fonts {...part} />
        <HeaderAndFooter {...part} siteSpaces={siteSpaces} />
        <OnPages {...part} before={before} />
        {save.isError ? (
          <p className="field-error" role="alert">
            {isPlaced ? "Nothing was saved: see what is said above." : problemOf(save.error, navigator.onLine).text}
          </p>
        ) : null}
        <div className="save-bar" data-open={isUnsaved}>
          <span>{isUnsaved ? "Not saved yet" : "All of it is saved"}</span>
          <button
            type="button"
            className="button secondary"
            disabled={!isUnsaved || save.isPending}
            onClick={() => {
              setLook(before)
              save.reset()
            }}
          >
            Discard
          </button>
          <button type="submit" className="button" disabled={!isUnsaved || save.isPending}>
            Save
          </button>
        </div>
      </form>
      <Suspense fallback={null}>
        {leaving.status === "blocked" ? <LeaveDialog onStay={leaving.reset} onLeave={leaving.proceed} /> : null}
      </Suspense>
      {siteSpaces.length === 0 ? null : (
        <SpaceLooks organization={organization} site={site.id} look={before} siteSpaces={siteSpaces} />
      )}
    </>
  )
}
