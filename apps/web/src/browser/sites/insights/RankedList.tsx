/** What there was most of, from the top: a bar behind each says how much of the first one it is. */
import type { ReactNode } from "react"
import type { Ranked } from "../../../logic/insights.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Waiting } from "../../parts/screen.tsx"

interface RankedListProps {
  readonly title: string
  /** Says what is counted, where the title alone does not. */
  readonly note?: string
  /** `undefined` until they were read. */
  readonly rows: ReadonlyArray<Ranked> | undefined
  /** Said where there are none. */
  readonly none: string
  /** What can be done about a row. */
  readonly action?: (row: Ranked) => ReactNode
}

export const RankedList = ({ action, none, note, rows, title }: RankedListProps) => {
  const id = `Insights-${title.replaceAll(" ", "-")}`
  const most = Math.max(1, ...(rows ?? []).map(({ count }) => count))
  return (
    <section className="ranked" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note === undefined || rows?.length === 0 ? null : <p className="note">{note}</p>}
      {rows === undefined ? (
        <Waiting lines={3} />
      ) : rows.length === 0 ? (
        <p className="note">{none}</p>
      ) : (
        <ol className="ranked-rows" aria-labelledby={id}>
          {rows.map((row) => (
            <li key={row.href ?? row.name}>
              <span className="ranked-share" style={{ inlineSize: `${(row.count / most) * 100}%` }} />
              {row.href === undefined ? (
                <span className="ranked-name">{row.name}</span>
              ) : (
                <AppLink className="ranked-name" href={row.href}>
                  {row.name}
                </AppLink>
              )}
              {action?.(row)}
              <span className="ranked-count">{row.count.toLocaleString("en")}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
