/** Screens for what is not there, and for what went wrong: what happened, and what to do. */
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { problemOf } from "../../logic/problems.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { ScreenTitle } from "../parts/screen.tsx"

/** What went wrong with a screen. The screen comes by itself when the network is back. */
export const ProblemScreen = ({ error }: { readonly error: unknown }) => {
  const { again, text, title } = problemOf(error, navigator.onLine)
  const queries = useQueryClient()
  const retry = () => void queries.refetchQueries({ type: "active" })
  useEffect(() => {
    const ask = () => void queries.refetchQueries({ type: "active" })
    window.addEventListener("online", ask)
    return () => window.removeEventListener("online", ask)
  }, [queries])
  return (
    <div className="screen narrow">
      <ScreenTitle title={title}>{title}</ScreenTitle>
      <p className="lead">{text}</p>
      <p className="buttons">
        {again ? (
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        ) : null}
        <AppLink className="button secondary" href="/">
          Go to home
        </AppLink>
      </p>
    </div>
  )
}

/** An address that leads nowhere. */
export const MissingScreen = () => <ProblemScreen error={{ status: 404 }} />
