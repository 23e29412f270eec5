/** One's own API tokens: listed, made, deleted. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { Token } from "../../logic/api.ts"
import { errorToShow } from "../../logic/failures.ts"
import { isOver, scopeWords, tokenFacts } from "../../logic/tokens.ts"
import { ShowMore } from "../parts/ShowMore.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { ProblemScreen } from "../screens/ProblemScreen.tsx"
import "../style/organization.css"
import "../style/sites.css"
import { tokensQuery } from "./queries.ts"

const NewTokenDialog = lazy(() => import("./NewTokenDialog.tsx"))
const DeleteTokenDialog = lazy(() => import("./DeleteTokenDialog.tsx"))

export const TokensScreen = () => {
  const asked = useInfiniteQuery(tokensQuery)
  const [isMaking, setMaking] = useState(false)
  const [deleted, setDeleted] = useState<Token>()
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const tokens = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <div className="screen narrow site-settings">
      <header className="screen-head list-head">
        <div>
          <ScreenTitle title="API tokens">API tokens</ScreenTitle>
          <p className="lead">With a token a program acts as you.</p>
        </div>
        <Button className="button" onPress={() => setMaking(true)}>
          New token
        </Button>
      </header>
      <section aria-label="API tokens">
        {tokens === undefined ? (
          <Waiting />
        ) : tokens.length === 0 ? (
          <Empty title="There are no tokens yet">
            <p>Make one for each program: it can then be ended by itself.</p>
          </Empty>
        ) : (
          <ul className="rows" aria-label="API tokens">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onDelete={() => setDeleted(token)} />
            ))}
          </ul>
        )}
        <ShowMore query={asked} />
      </section>
      <Suspense fallback={null}>
        {isMaking ? (
          <NewTokenDialog onClose={() => setMaking(false)} />
        ) : deleted === undefined ? null : (
          <DeleteTokenDialog token={deleted} onClose={() => setDeleted(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

const TokenRow = ({ onDelete, token }: { readonly token: Token; readonly onDelete: () => void }) => {
  const now = Date.now()
  const { label, organization, scopes } = token
  return (
    <li className="token-row" data-over={isOver(token, now)}>
      <div>
        <p className="token-label">{label}</p>
        <p className="token-facts">
          {[...tokenFacts(token, now), ...(organization === undefined ? [] : ["In one organization alone"])].map(
            (fact) => (
              <span key={fact}>{fact}</span>
            )
          )}
        </p>
        {scopes === null ? null : (
          <p className="token-scopes">
            {scopes.length === 0
              ? "May do nothing"
              : scopes
                  .map((scope) => (scope in scopeWords ? scopeWords[scope as keyof typeof scopeWords] : scope))
                  .join(", ")}
          </p>
        )}
      </div>
      <button type="button" className="button secondary" aria-label={`Delete ${label}`} onClick={onDelete}>
        Delete
      </button>
    </li>
  )
}
