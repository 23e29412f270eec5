/** Views of pages as bars, one for each hour, day, week or month; the same as a table for who reads or hears it. */
import type { SeriesPoint } from "../../../logic/insights.ts"
import { counted } from "../../../logic/words.ts"

const height = 160
/** A bar takes this of the room that it has. */
const filled = 0.72

/** The next round number that a scale can end with. */
const topOf = (most: number): number => {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 2, 5, 10].map((step) => step * size).find((top) => top >= most) ?? most
}

export const ViewsChart = ({
  each,
  points
}: {
  readonly each: string
  readonly points: ReadonlyArray<SeriesPoint>
}) => {
  const most = Math.max(...points.map(({ count }) => count))
  const top = topOf(most)
  const width = 100 / points.length
  const [first] = points
  const last = points.at(-1)
  return (
    <figure className="views">
      <div className="views-scale" aria-hidden="true">
        <span>{top}</span>
        <span>{top > 1 ? top / 2 : ""}</span>
        <span>0</span>
      </div>
      <svg
        className="views-bars"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Views each ${each}: ${counted(most, "view")} at most`}
      >
        {[0, 0.5, 1].map((at) => (
          <line key={at} className="views-line" x1="0" x2="100" y1={height * at} y2={height * at} />
        ))}
        {points.map(({ count, name }, at) => (
          <rect
            key={name}
            className="views-bar"
            x={width * (at + (1 - filled) / 2)}
            width={width * filled}
            y={height - (height * count) / top}
            height={(height * count) / top}
          >
            <title>{`${name}: ${counted(count, "view")}`}</title>
          </rect>
        ))}
      </svg>
      <div className="views-ends" aria-hidden="true">
        <span>{first?.name}</span>
        <span>{last?.name}</span>
      </div>
      <details className="views-table">
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Views</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ count, name }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
