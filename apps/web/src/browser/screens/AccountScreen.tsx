/** Who is signed in: name, appearance, tokens and sessions. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { NotificationSettings, User } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { notificationSettingsQuery } from "../notifications/queries.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { ScreenTitle, Waiting } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { chooseTheme, chosenTheme, type Theme } from "../parts/theme.ts"
import { base } from "../place.ts"
import { meQuery } from "../queries.ts"
import { saveAndSignOut } from "../saving/signOut.ts"
import "../style/notifications.css"
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
      <Mail />
      <section aria-labelledby="Access">
        <h2 id="Access">API tokens and sessions</h2>
        <p>Tokens let programs act as you. Sessions are the browsers that you are signed in with.</p>
        <p className="buttons">
          <AppLink className="button secondary" href="/account/tokens">
            API tokens
          </AppLink>
          <a className="button secondary" href={`${base}/~/tokens#sessions`}>
            Sessions
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

/** Of each kind, what it is about. */
const kinds: Readonly<Record<keyof NotificationSettings["mail"], string>> = {
  "review-requested": "My review is asked for",
  mentioned: "I am mentioned",
  answered: "Somebody answers me",
  reviewed: "My change request is reviewed",
  commented: "My change request is commented on",
  conflict: "Others change the same as my change request",
  merged: "What I made or reviewed is merged"
}

const times = { "at-once": "At once", daily: "Once a day", none: "Never" } as const

const Mail = () => {
  const { data } = useQuery(notificationSettingsQuery)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (mail: Partial<NotificationSettings["mail"]>) =>
      client.notifications.updateNotificationSettings({ payload: { mail } }),
    onSuccess: (settings) => {
      queries.setQueryData(notificationSettingsQuery.queryKey, settings)
      tell("What is mailed to you was changed")
    }
  })
  return (
    <section aria-labelledby="Mail">
      <h2 id="Mail">Mail</h2>
      <p>What happens is told in Notifications. It is mailed as well, where this installation has a mail server.</p>
      {data === undefined ? (
        <Waiting />
      ) : (
        <div className="mail-times">
          {Object.entries(kinds).map(([kind, label]) => (
            <label key={kind} className="mail-time">
              <span>{label}</span>
              <select
                className="input"
                value={data.mail[kind as keyof typeof kinds]}
                disabled={save.isPending}
                onChange={({ target }) => save.mutate({ [kind]: target.value as keyof typeof times })}
              >
                {Object.entries(times).map(([time, name]) => (
                  <option key={time} value={time}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
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
