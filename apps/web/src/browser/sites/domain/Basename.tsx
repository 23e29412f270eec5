/** The name of a site in its address on this server. */
import { useState } from "react"
import { client } from "../../client.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { type SettingProps, useSaving } from "../SettingForm.tsx"

export const Basename = (part: SettingProps) => {
  const { organization, site } = part
  const [name, setName] = useState(site.basename ?? "")
  const { save, submit } = useSaving(part, async () => {
    const params = { organizationId: organization, siteId: site.id }
    const { basename } = await client.sites.updateSiteById({ params, payload: { basename: name } })
    return `The site is called ${basename ?? name} in its address`
  })
  const { at, rest } = problemsAt(save, ["basename"], "basename")
  return (
    <section aria-labelledby="Name">
      <h2 id="Name">Address on this server</h2>
      <form className="line-form top-aligned" onSubmit={submit}>
        <TextLine
          label="Name of the site in it"
          value={name}
          onChange={setName}
          problem={at["basename"]}
          required
          maxLength={100}
          pattern="[a-z0-9]+(-+[a-z0-9]+)*"
          title="Lower-case letters, digits and hyphens between them"
          spellCheck={false}
          autoCapitalize="none"
          note="The old address leads nowhere then."
        />
        <button type="submit" className="button" disabled={name === (site.basename ?? "") || save.isPending}>
          Save the name
        </button>
      </form>
      <Problem work={rest} />
    </section>
  )
}
