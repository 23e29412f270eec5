/** How readers of a site sign in at another server: where they are sent, and the key that it signs their tokens with. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { problemOf } from "../../../logic/problems.ts"
import { client } from "../../client.ts"
import { copyText } from "../../parts/copy.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { siteSignInQuery } from "../queries.ts"
import { type SettingProps, useSaving } from "../SettingForm.tsx"

const NewKeyDialog = lazy(() => import("./NewKeyDialog.tsx"))

export const SignIn = (part: SettingProps) => {
  const asked = useQuery(siteSignInQuery(part.organization, part.site.id))
  return (
    <section aria-labelledby="Sign-in">
      <h2 id="Sign-in">Sign-in at your own server</h2>
      <p className="note">
        {part.site.visibility === "visitor-auth"
          ? "Readers without a token are sent to your server, which sends them back with one that it signed with the key."
          : "It is needed where the site is for those who signed in at your own server; it is for others now."}
      </p>
      {asked.isError ? (
        <p className="field-error" role="alert">
          {problemOf(asked.error, navigator.onLine).text}
        </p>
      ) : asked.data === undefined ? (
        <Waiting lines={2} />
      ) : (
        <Form {...part} auth={asked.data} />
      )}
    </section>
  )
}

type Auth = Awaited<ReturnType<typeof client.sitePublishingAuth.getSitePublishingAuthById>>

const Form = ({ auth, ...part }: SettingProps & { readonly auth: Auth }) => {
  const { organization, site } = part
  const [signIn, setSignIn] = useState(auth.fallbackURL ?? "")
  const [signOut, setSignOut] = useState(auth.logoutURL ?? "")
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { save, submit } = useSaving(part, async () => {
    await client.sitePublishingAuth.updateSitePublishingAuthById({
      params: { organizationId: organization, siteId: site.id },
      payload: { backend: auth.backend, fallbackURL: signIn.trim() || null, logoutURL: signOut.trim() || null }
    })
    return "Where readers sign in was saved"
  })
  const { at, rest } = problemsAt(save, ["fallbackURL", "logoutURL"])
  const isSaved = signIn.trim() === (auth.fallbackURL ?? "") && signOut.trim() === (auth.logoutURL ?? "")
  return (
    <>
      <form className="setting-form" onSubmit={submit}>
        <TextLine
          label="Readers sign in at"
          type="url"
          value={signIn}
          onChange={setSignIn}
          problem={at["fallbackURL"]}
          placeholder="https://example.com/login"
          note="They come there with the page that they were going to, as location."
        />
        <TextLine
          label="And sign out at"
          type="url"
          value={signOut}
          onChange={setSignOut}
          problem={at["logoutURL"]}
          placeholder="https://example.com/logout"
          note="Left empty, they come back to the site."
        />
        <p className="buttons">
          <button type="submit" className="button" disabled={isSaved || save.isPending}>
            Save where readers sign in
          </button>
        </p>
      </form>
      <Problem work={rest} />
      <div className="field">
        <span>Signing key</span>
        <div className="secret-line">
          <code className="secret">{isShown ? auth.privateKey : "•".repeat(24)}</code>
          <button type="button" className="button secondary" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? "Hide the key" : "Show the key"}
          </button>
          <button
            type="button"
            className="button secondary"
            onClick={() => void copyText(auth.privateKey, "The signing key")}
          >
            Copy the key
          </button>
          <button type="button" className="button secondary" onClick={() => setAsking(true)}>
            Make another key
          </button>
        </div>
        <small className="field-hint">Keep it on your server: who has it lets anybody in.</small>
      </div>
      <Suspense fallback={null}>
        {isAsking ? <NewKeyDialog organization={organization} site={site.id} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </>
  )
}
