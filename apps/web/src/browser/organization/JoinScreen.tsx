/** Where an invite link leads: a button that makes who is signed in a member of the organization that made it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { organizationAddress } from "../../logic/addresses.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { goOn } from "../parts/navigation.ts"
import { ScreenTitle } from "../parts/screen.tsx"
import { tell } from "../parts/status.tsx"
import { meQuery, organizationsQuery } from "../queries.ts"

export const JoinScreen = () => {
  const { invite, inviting } = useParams({ from: "/o/$inviting/join/$invite" })
  const me = useQuery(meQuery).data
  const queries = useQueryClient()
  const join = useMutation({
    mutationFn: () =>
      client.organizationInvites.joinOrganizationWithInvite({ params: { organizationId: inviting, inviteId: invite } }),
    onSuccess: async () => {
      // what was not for this person to see before may be kept as that
      await queries.invalidateQueries()
      const title = queries.getQueryData(organizationsQuery.queryKey)?.find(({ id }) => id === inviting)?.title
      goOn(organizationAddress(inviting))
      tell(`You are a member of ${title ?? "the organization"}`)
    }
  })
  const status = (join.error as { readonly status?: number } | null)?.status
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <ScreenTitle title="Join an organization">Join an organization</ScreenTitle>
        <p className="lead">
          You have a link that invites you. You join with the account that you are signed in with
          {me === undefined ? "." : `: ${me.email}.`}
        </p>
      </header>
      {join.isError ? (
        <p className="field-error" role="alert">
          {status === 404
            ? "This link lets nobody in any more. Ask who sent it to you for another one."
            : problemOf(join.error, navigator.onLine).text}
        </p>
      ) : null}
      <p className="buttons">
        <button type="button" className="button" disabled={join.isPending} onClick={() => join.mutate()}>
          Join
        </button>
        <AppLink className="button secondary" href="/">
          Not now
        </AppLink>
      </p>
    </div>
  )
}
