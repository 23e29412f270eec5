/** What is set of a site: its title, and whether it is published. */
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { plainUrl } from "../../logic/addresses.ts"
import { client } from "../client.ts"
import { Icon } from "../parts/Icon.tsx"
import { Problem } from "../parts/Problem.tsx"
import { type SettingProps, useSaving } from "./SettingForm.tsx"
import { SitePartScreen } from "./SitePartScreen.tsx"

const TakeDownDialog = lazy(() => import("./TakeDownDialog.tsx"))

export const SiteSettingsScreen = () => (
  <SitePartScreen title="Settings" lead={({ title }) => title}>
    {(setting) => (
      <>
        <Title {...setting} />
        <Publishing {...setting} />
      </>
    )}
  </SitePartScreen>
)

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
