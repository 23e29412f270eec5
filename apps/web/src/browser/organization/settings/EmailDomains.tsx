/** Domains whose people may join by themselves: added, proven by a record, and taken away. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import type { EmailDomain } from "../../../logic/api.ts"
import { problemOf } from "../../../logic/problems.ts"
import { client } from "../../client.ts"
import { copyText } from "../../parts/copy.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { emailDomainsQuery } from "../queries.ts"
import { type SettingProps, useSetting } from "./useSetting.ts"

const RemoveDomainDialog = lazy(() => import("./RemoveDomainDialog.tsx"))

export const EmailDomains = ({ organization }: SettingProps) => {
  const asked = useQuery(emailDomainsQuery(organization.id))
  const [domain, setDomain] = useState("")
  const [removed, setRemoved] = useState<EmailDomain>()
  const name = domain.trim().toLowerCase()
  const { save, submit } = useSetting(
    organization,
    () => ({ emailDomains: [...new Set([...organization.emailDomains, name])] }),
    () => `People with an address of ${name} may join`,
    () => setDomain("")
  )
  const { at, rest } = problemsAt(save, ["emailDomains"])
  return (
    <section aria-labelledby="Email-domains">
      <h2 id="Email-domains">E-mail domains</h2>
      <p className="note">
        Who has an account with a confirmed address of one may join by themselves. People of a domain that is proven to
        be yours are also offered your sign-in provider.
      </p>
      {asked.isError ? (
        <p className="field-error" role="alert">
          {problemOf(asked.error, navigator.onLine).text}
        </p>
      ) : asked.data === undefined ? (
        <Waiting lines={1} />
      ) : asked.data.length === 0 ? null : (
        <ul className="rows" aria-labelledby="Email-domains">
          {asked.data.map((one) => (
            <DomainRow key={one.domain} organization={organization} domain={one} onRemove={() => setRemoved(one)} />
          ))}
        </ul>
      )}
      <form className="line-form top-aligned" onSubmit={submit}>
        <TextLine
          label="Another domain"
          value={domain}
          onChange={setDomain}
          problem={at["emailDomains"]}
          maxLength={253}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="example.com"
        />
        <button type="submit" className="button secondary" disabled={name === "" || save.isPending}>
          Add the domain
        </button>
      </form>
      <Problem work={rest} />
      <Suspense fallback={null}>
        {removed === undefined ? null : (
          <RemoveDomainDialog organization={organization} domain={removed} onClose={() => setRemoved(undefined)} />
        )}
      </Suspense>
    </section>
  )
}

interface DomainRowProps extends SettingProps {
  readonly domain: EmailDomain
  readonly onRemove: () => void
}

const DomainRow = ({ domain: { domain, proven, record }, onRemove, organization }: DomainRowProps) => {
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: () =>
      client.emailDomains.checkOrganizationEmailDomain({
        params: { organizationId: organization.id, emailDomain: domain }
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: emailDomainsQuery(organization.id).queryKey })
      tell(`${domain} is proven`)
    }
  })
  return (
    <li className="domain-row">
      <div className="domain-head">
        <span className="version-title">{domain}</span>
        <span className={`chip${proven ? " wash-green" : ""}`}>{proven ? "Proven" : "Not proven"}</span>
        <span className="domain-buttons">
          {proven ? null : (
            <button
              type="button"
              className="button secondary"
              aria-label={`Check ${domain}`}
              disabled={check.isPending}
              onClick={() => check.mutate()}
            >
              Check
            </button>
          )}
          <button type="button" className="button secondary" aria-label={`Remove ${domain}`} onClick={onRemove}>
            Remove
          </button>
        </span>
      </div>
      {proven ? null : (
        <>
          <p className="field-note">To prove it, make this record where the names of your domain are kept:</p>
          <p className="domain-record">
            <code>
              {record.name} {record.type} {record.value}
            </code>
            <button
              type="button"
              className="button secondary"
              aria-label={`Copy what the record of ${domain} says`}
              onClick={() => void copyText(record.value, "What the record says")}
            >
              Copy
            </button>
          </p>
        </>
      )}
      <Problem work={check} />
    </li>
  )
}
