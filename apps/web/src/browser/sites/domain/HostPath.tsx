/** A site as a part of a host that serves other things: below a path of it. */
import { useState } from "react"
import { client } from "../../client.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { type SettingProps, useSaving } from "../SettingForm.tsx"

export const HostPath = (part: SettingProps) => {
  const { organization, site } = part
  const before = site.proxy?.origin ?? ""
  const [origin, setOrigin] = useState(before)
  const { save, submit } = useSaving(part, async () => {
    const params = { organizationId: organization, siteId: site.id }
    const { proxy } = await client.sites.updateSiteById({ params, payload: { proxy: origin.trim() || null } })
    return proxy === undefined ? "The site is below no other host" : `The site is below ${proxy.origin}`
  })
  const { at, rest } = problemsAt(save, ["proxy"], "proxy")
  return (
    <section aria-labelledby="Host-path">
      <h2 id="Host-path">Below a path of another host</h2>
      <form className="line-form top-aligned" onSubmit={submit}>
        <TextLine
          label="Host and path"
          value={origin}
          onChange={setOrigin}
          problem={at["proxy"]}
          maxLength={512}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="company.com/docs"
          note="Left empty, the site is below none."
        />
        <button type="submit" className="button" disabled={origin.trim() === before || save.isPending}>
          Save the path
        </button>
      </form>
      {site.proxy === undefined ? null : (
        <p>
          Have that host ask for all below it at <code>{site.proxy.target}</code>
        </p>
      )}
      <Problem work={rest} />
    </section>
  )
}
