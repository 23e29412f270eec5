/** Who may read a site. */
import { useState } from "react"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { readers } from "../readers.ts"
import { type SettingProps, useSaving } from "../SettingForm.tsx"

export const Readers = (part: SettingProps) => {
  const { organization, site } = part
  const [visibility, setVisibility] = useState(site.visibility)
  const { save, submit } = useSaving(part, async () => {
    const changed = await client.sites.updateSiteById({
      params: { organizationId: organization, siteId: site.id },
      payload: { visibility }
    })
    return `Who may read it: ${readers[changed.visibility][0].toLowerCase()}`
  })
  return (
    <section aria-labelledby="Readers">
      <h2 id="Readers">Who may read it</h2>
      <form className="setting-form" onSubmit={submit}>
        <DescribedRadios of={readers} aria-labelledby="Readers" value={visibility} onChange={setVisibility} />
        <p className="buttons">
          <button type="submit" className="button" disabled={visibility === site.visibility || save.isPending}>
            Save who may read it
          </button>
        </p>
      </form>
      <Problem work={save} />
    </section>
  )
}
