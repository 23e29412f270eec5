/** The blocks of the live page, each with who wrote it as it is, when and why. */
import { useQuery } from "@tanstack/react-query"
import { plainText, type RichNode } from "../../logic/document.ts"
import { madeBy, whyOf } from "../../logic/pageHistory.ts"
import { problemOf } from "../../logic/problems.ts"
import { Empty, Waiting } from "../parts/screen.tsx"
import { pageBlameQuery, pageInRevisionQuery, spaceQuery } from "../queries.ts"

/** Most letters of a block that are shown. */
const longest = 200

export const PageBlame = ({ page, space }: { readonly space: string; readonly page: string }) => {
  const live = useQuery(spaceQuery(space)).data?.revision
  const blame = useQuery({ ...pageBlameQuery(space, page, live ?? ""), enabled: live !== undefined })
  const shown = useQuery({ ...pageInRevisionQuery(space, live ?? "", page, "document"), enabled: live !== undefined })
  const error = blame.error ?? shown.error
  if (error !== null)
    return (
      <p className="form field-error" role="alert">
        {problemOf(error, navigator.onLine).text}
      </p>
    )
  if (blame.data === undefined || shown.data === undefined)
    return (
      <div className="form">
        <Waiting />
      </div>
    )
  const revisions = new Map(blame.data.revisions.map((one) => [one.id, one]))
  const nodes = "document" in shown.data ? (shown.data.document?.nodes ?? []) : []
  if (nodes.length === 0)
    return (
      <div className="form">
        <Empty title="This page says nothing yet">
          <p>Each of its blocks stands here, with who wrote it.</p>
        </Empty>
      </div>
    )
  return (
    <>
      <ul className="revisions" aria-label="Blocks">
        {nodes.map((node, at) => {
          const key = "key" in node && typeof node.key === "string" ? node.key : String(at)
          const revision = revisions.get(blame.data.blocks[at] ?? "")
          const words = plainText([node] as unknown as ReadonlyArray<RichNode>).trim()
          return (
            <li key={key} className="revision">
              <div className="revision-what">
                {words === "" ? <span className="note">Without words</span> : words.slice(0, longest)}
                {words.length > longest ? "…" : ""}
                {revision === undefined ? null : (
                  <small>
                    {[madeBy({ ...revision, author: revision.writtenBy }), whyOf(revision)].filter(Boolean).join(" · ")}
                  </small>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {blame.data.isWhole ? null : (
        <p className="form note">
          This page is long, or has many versions: what is told of the oldest of them may be older.
        </p>
      )}
    </>
  )
}
