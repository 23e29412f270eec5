/** The first screen: on to the organization that was looked at last, or to the only one, or the choice of them. */
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { useEffect } from "react"
import { organizationAddress } from "../../logic/addresses.ts"
import { errorToShow } from "../../logic/failures.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { goOn } from "../parts/navigation.ts"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { lastOrganization } from "../place.ts"
import { organizationsQuery } from "../queries.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const StartScreen = () => {
  const asked = useQuery(organizationsQuery)
  const { data } = asked
  const error = errorToShow(asked)
  const isChoice = useLocation().searchStr.includes("choose")
  const last = lastOrganization()
  const on = isChoice ? undefined : (data?.find(({ id }) => id === last) ?? (data?.length === 1 ? data[0] : undefined))
  useEffect(() => {
    if (on !== undefined) goOn(organizationAddress(on.id))
  }, [on])
  if (error !== null) return <ProblemScreen error={error} />
  if (data === undefined || on !== undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  return (
    <div className="screen narrow">
      <ScreenTitle title="Your organizations">Your organizations</ScreenTitle>
      {data.length === 0 ? (
        <Empty title="You are in no organization yet">
          <p>Ask an admin to invite you, with the e-mail address that you signed in with.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {data.map(({ id, title }) => (
            <li key={id}>
              <AppLink className="row" href={organizationAddress(id)}>
                <span className="row-title">{title}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
