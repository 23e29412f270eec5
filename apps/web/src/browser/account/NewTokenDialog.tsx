/** Makes an API token, and shows it: once. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Scope } from "../../logic/api.ts"
import { endOf, type Lifetime, lifetimes, scopeWords } from "../../logic/tokens.ts"
import { client } from "../client.ts"
import { DescribedRadios, type Words } from "../parts/DescribedRadios.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { Check, Choice, TextLine } from "../parts/fields.tsx"
import { problemsAt } from "../parts/Problem.tsx"
import { SecretDialog } from "../parts/SecretDialog.tsx"
import { tell } from "../parts/status.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { tokensQuery } from "./queries.ts"

const reaches: Readonly<Record<"all" | "some", Words>> = {
  all: ["All that you may", "Now and later."],
  some: ["Only what is chosen", "Of that, what you may."]
}

const scopes = Object.entries(scopeWords) as ReadonlyArray<readonly [Scope, string]>
const ends = Object.entries(lifetimes) as ReadonlyArray<readonly [Lifetime, string]>

export default ({ onClose }: { readonly onClose: () => void }) => {
  const [label, setLabel] = useState("")
  const [lifetime, setLifetime] = useState<Lifetime>("90")
  const [reach, setReach] = useState<keyof typeof reaches>("all")
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set())
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: () => {
      const expiresAt = endOf(lifetime, Date.now())
      return client.users.createToken({
        payload: {
          label: label.trim(),
          ...(expiresAt !== undefined && { expiresAt }),
          ...(reach === "all" ? {} : { scopes: [...chosen] })
        }
      })
    },
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: tokensQuery.queryKey })
      tell(`The token “${made.label}” was made`)
    }
  })
  if (make.data !== undefined)
    return <SecretDialog title={make.data.label} name="token" secret={make.data.token} onClose={onClose} />
  const { at, rest } = problemsAt(make, ["label", "expiresAt", "scopes"])
  const toggle = (scope: Scope) => (isSelected: boolean) => {
    const next = new Set(chosen)
    isSelected ? next.add(scope) : next.delete(scope)
    setChosen(next)
  }
  return (
    <Dialog title="New token" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(make)}>
        <TextLine
          label="What it is for"
          value={label}
          onChange={setLabel}
          problem={at["label"]}
          required
          maxLength={50}
          autoComplete="off"
          autoFocus
          placeholder="Laptop, build server"
        />
        <Choice
          label="Ends after"
          of={ends}
          value={lifetime}
          onChange={setLifetime}
          problem={at["expiresAt"]}
          note="One that is made in a session which began with a token ends with that at the latest."
        />
        <DescribedRadios of={reaches} aria-label="What it may do" value={reach} onChange={setReach}>
          <span aria-hidden="true">What it may do</span>
        </DescribedRadios>
        {reach === "all" ? null : (
          <fieldset className="scopes">
            <legend className="hidden">Only this</legend>
            {scopes.map(([scope, words]) => (
              <Check key={scope} isSelected={chosen.has(scope)} onChange={toggle(scope)} note={scope}>
                {words}
              </Check>
            ))}
          </fieldset>
        )}
        <FormEnd
          action="Make the token"
          work={rest}
          isReady={label.trim() !== "" && (reach === "all" || chosen.size > 0)}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
