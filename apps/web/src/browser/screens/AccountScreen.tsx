/** Who is signed in: name, appearance, tokens and sessions. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { User } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { ScreenTitle, Waiting } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { chooseTheme, chosenTheme, type Theme } from "../parts/theme.ts"
import { base } from "../place.ts"
import { meQuery } from "../queries.ts"
import { saveAndSignOut } from "../saving/signOut.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const AccountScreen = () => {
  const asked = useQuery(meQuery)
  const me = asked.data
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <ScreenTitle title="Account">Account</ScreenTitle>
        <p className="lead">{me === undefined ? " " : `You are signed in as ${me.email}.`}</p>
      </header>
      {me === undefined ? <Waiting /> : <Profile me={me} />}
      <Appearance />
      <section aria-labelledby="Access">
        <h2 id="Access">API tokens and sessions</h2>
        <p>Tokens let programs act as you. Sessions are the browsers that you are signed in with.</p>
        <p className="buttons">
          <a className="button secondary" href={`${base}/~/tokens`}>
            API tokens and sessions
          </a>
          <button type="button" className="button secondary" onClick={() => void saveAndSignOut()}>
            Sign out here
          </button>
        </p>
      </section>
    </div>
  )
}

const Profile = ({ me }: { readonly me: User }) => {
  const [name, setName] = useState(me.displayName)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => client.users.updateUserById({ params: { userId: me.id }, payload: { displayName: name.trim() } }),
    onSuccess: (user) => {
      queries.setQueryData(meQuery.queryKey, user)
      tell("Your name was changed")
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <section aria-labelledby="Profile">
      <h2 id="Profile">Name</h2>
      <form className="line-form" onSubmit={submit}>
        <label className="field">
          <span>Your name</span>
          <input
            className="input"
            required
            maxLength={64}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={name.trim() === me.displayName || save.isPending}>
          Save
        </button>
      </form>
      {save.isError ? (
        <p className="field-error" role="alert">
          {problemOf(save.error, navigator.onLine).text}
        </p>
      ) : null}
    </section>
  )
}

const themes: Readonly<Record<Theme, string>> = { system: "As the system", light: "Light", dark: "Dark" }

const Appearance = () => {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <section aria-labelledby="Appearance">
      <h2 id="Appearance">Appearance</h2>
      <fieldset className="segments">
        <legend className="hidden">Appearance</legend>
        {Object.entries(themes).map(([value, label]) => (
          <label key={value} className="segment">
            <input
              type="radio"
              name="theme"
              checked={theme === value}
              onChange={() => {
                chooseTheme(value as Theme)
                setTheme(value as Theme)
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}
