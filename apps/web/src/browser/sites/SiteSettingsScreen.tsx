/** What is set of a site: its title, and whether it is published. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { plainUrl } from "../../logic/addresses.ts"
import { errorToShow } from "../../logic/failures.ts"
import { client } from "../client.ts"
import { Icon } from "../parts/Icon.tsx"
import { Empty, ScreenTitle } from "../parts/screen.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import { siteQuery } from "./queries.ts"
import { Problem, type SettingProps, useSaving } from "./SettingForm.tsx"

const TakeDownDialog = lazy(() => import("./TakeDownDialog.tsx"))

export const SiteSettingsScreen = () => {
  const { organization, site: id } = useParams({ from: "/o/$organization/sites/$site" })
  const asked = useQuery(siteQuery(organization, id))
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const site = asked.data
  if (site === undefined) return null
  const parts = { organization, site }
  return (
    <div className="screen narrow site-settings">
      <header className="screen-head">
        <ScreenTitle title={`Settings · ${site.title}`}>Settings</ScreenTitle>
        <p className="lead">{site.title}</p>
      </header>
      {site.permissions.admin ? (
        <>
          <Title {...parts} />
          <Publishing {...parts} />
        </>
      ) : (
        <Empty title="Admins of the site set it up">
          <p>Ask one of them for what is to change.</p>
        </Empty>
      )}
    </div>
  )
}

const Title = (part: SettingProps) => {
  const { organization, site } = part
  const [title, setTitle] = useState(site.title)
  const { save, submit } = useSaving(part, async () => {
    const payload = { title: title.trim() }
    const changed = await client.sites.updateSiteById({
      params: { organizationId: organization, siteId: site.id },
      payload
    })
    return `The site is called “${changed.title}”`
  })
  return (
    <section aria-labelledby="Title">
      <h2 id="Title">Title</h2>
      <form className="line-form" onSubmit={submit}>
        <label className="field">
          <span>Title of the site</span>
          <input
            className="input"
            required
            minLength={2}
            maxLength={128}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={title.trim() === site.title || save.isPending}>
          Save
        </button>
      </form>
      <Problem work={save} />
    </section>
  )
}

const Publishing = (part: SettingProps) => {
  const { organization, site } = part
  const [isAsking, setAsking] = useState(false)
  const { save, submit } = useSaving(part, async () => {
    const { title } = await client.sites.publishSite({ params: { organizationId: organization, siteId: site.id } })
    return `The site “${title}” is published`
  })
  const { published } = site.urls
  return (
    <section aria-labelledby="Published">
      <h2 id="Published">Published</h2>
      {published === undefined ? (
        <>
          <p>Nobody reads this site yet. It gets its address when it is published.</p>
          <form className="buttons" onSubmit={submit}>
            <button type="submit" className="button" disabled={save.isPending}>
              Publish the site
            </button>
          </form>
        </>
      ) : (
        <>
          <p>
            It is read at{" "}
            <a href={published} target="_blank" rel="noopener">
              {plainUrl(published)}
              <Icon name="out" />
            </a>
          </p>
          <p className="buttons">
            <Button className="button secondary" onPress={() => setAsking(true)}>
              Take the site down
            </Button>
          </p>
        </>
      )}
      <Problem work={save} />
      <Suspense fallback={null}>
        {isAsking ? <TakeDownDialog organization={organization} site={site} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </section>
  )
}
