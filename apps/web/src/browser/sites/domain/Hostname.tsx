/** A name of one's own domain for a site: claimed, proven by records, checked, and given up. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { problemOf } from "../../../logic/problems.ts"
import { client } from "../../client.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { hostnameQuery } from "../queries.ts"
import { type SettingProps, useSaving } from "../SettingForm.tsx"
import { renewSite } from "../useSiteWork.ts"

const GiveUpDialog = lazy(() => import("./GiveUpDialog.tsx"))

export const Hostname = (part: SettingProps) => (
  <section aria-labelledby="Hostname">
    <h2 id="Hostname">A name of your domain</h2>
    {part.site.hostname === undefined ? <Claim {...part} /> : <Claimed {...part} hostname={part.site.hostname} />}
  </section>
)

const Claim = (part: SettingProps) => {
  const { organization, site } = part
  const [hostname, setHostname] = useState("")
  const { save, submit } = useSaving(part, async () => {
    const params = { organizationId: organization, siteId: site.id }
    await client.sites.updateSiteById({ params, payload: { hostname: hostname.trim().toLowerCase() } })
    return `${hostname.trim().toLowerCase()} is claimed: its records are next`
  })
  const { at, rest } = problemsAt(save, ["hostname"], "hostname")
  return (
    <>
      <form className="line-form top-aligned" onSubmit={submit}>
        <TextLine
          label="Name"
          value={hostname}
          onChange={setHostname}
          problem={at["hostname"]}
          required
          spellCheck={false}
          autoCapitalize="none"
          placeholder="docs.example.com"
          note="The site keeps its address on this server beside it."
        />
        <button type="submit" className="button" disabled={hostname.trim() === "" || save.isPending}>
          Claim the name
        </button>
      </form>
      <Problem work={rest} />
    </>
  )
}

/** How a name stands, in words, by what the API calls it. */
const states: Readonly<Record<string, string>> = {
  live: "The site is served there",
  dns_passed: "The site is served there, by way of what forwards to this server",
  dns_no_cname: "A record is missing",
  dns_wrong_cname: "A record leads elsewhere",
  internal_error: "The DNS servers did not answer",
  invalid_domain: "It may not be used here any more"
}

const Claimed = ({ hostname, organization, site }: SettingProps & { readonly hostname: string }) => {
  const asked = useQuery(hostnameQuery(hostname))
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const check = useMutation({
    mutationFn: () => client.customHostnames.dnsRevalidateCustomHostname({ params: { hostname } }),
    onSuccess: () => tell("The records are right"),
    // what a check found stands in its state, right or wrong
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: hostnameQuery(hostname).queryKey })
      await renewSite(queries, organization, site.id)
    }
  })
  const { data } = asked
  if (data === undefined) {
    return asked.isError ? (
      <p className="field-error" role="alert">
        {problemOf(asked.error, navigator.onLine).text}
      </p>
    ) : (
      <Waiting lines={2} />
    )
  }
  const state = data.status === undefined ? "Not checked yet" : (states[data.status] ?? "Not served")
  const records = [
    ["It is yours", data.records.proof],
    ["It leads here", data.records.address]
  ] as const
  return (
    <>
      <p className="hostname-line">
        <strong>{hostname}</strong>
        <span className={`chip${data.isActive ? " wash-green" : ""}`}>{state}</span>
      </p>
      {data.problem === undefined || check.isError ? null : <p className="field-error">{data.problem}</p>}
      {data.isActive ? null : (
        <p className="note">
          Make these records where the names of your domain are kept. Octavo looks for them by itself, after a minute
          and then at growing pauses.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keys, too */}
      <section className="records" aria-label="DNS records" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Says</th>
              <th scope="col">Type</th>
              <th scope="col">Name</th>
              <th scope="col">Leads to</th>
            </tr>
          </thead>
          <tbody>
            {records.map(([says, { name, type, value }]) => (
              <tr key={says}>
                <th scope="row">{says}</th>
                <td>{type}</td>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <code>{value}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Problem work={check} />
      <p className="buttons">
        <button type="button" className="button secondary" disabled={check.isPending} onClick={() => check.mutate()}>
          Check now
        </button>
        <button type="button" className="button secondary" onClick={() => setAsking(true)}>
          Give the name up
        </button>
      </p>
      <Suspense fallback={null}>
        {isAsking ? (
          <GiveUpDialog organization={organization} site={site} hostname={hostname} onClose={() => setAsking(false)} />
        ) : null}
      </Suspense>
    </>
  )
}
