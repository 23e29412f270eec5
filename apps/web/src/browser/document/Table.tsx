/** Tables of a document, as rows or as cards. */
import type { ReactNode } from "react"
import { plainText, type Reference, type RichBlock } from "../../logic/document.ts"
import { type Cell, type Column, type TableView, tableOf } from "../../logic/table.ts"
import { Blocks, FragmentBlocks } from "./Blocks.tsx"
import { colorClass } from "./colors.ts"
import { useTarget } from "./context.ts"
import { ReferenceLink } from "./Inlines.tsx"
import { Picture } from "./Picture.tsx"

export const Table = ({ node }: { readonly node: RichBlock }) => {
  const table = tableOf(node)
  return table.kind === "cards" ? <Cards table={table} /> : <Grid table={table} />
}

const alignClass = (align: string | undefined): string | undefined =>
  align === "center" || align === "right" ? `align-${align}` : undefined

const Grid = ({ table }: { readonly table: TableView }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
  // biome-ignore lint/a11y/useSemanticElements: a table is no fieldset
  <div className="table" tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead className={table.hideHeader ? "hidden" : undefined}>
        <tr>
          {table.columns.map(({ align, change, id, title }) => (
            <th key={id} scope="col" className={alignClass(align)}>
              <Part change={change}>{title}</Part>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.id}>
            {row.cells.map((cell) => (
              <td key={cell.column.id} className={alignClass(cell.column.align)}>
                <Part change={row.change ?? cell.column.change}>
                  <CellContent cell={cell} />
                </Part>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Cards = ({ table }: { readonly table: TableView }) => (
  <ul className={table.isLarge ? "cards large" : "cards"}>
    {table.rows.map(({ cells, change, cover, id, target }) => (
      <li key={id} className="card">
        {cover === undefined ? null : (
          <div className="card-cover">
            <Picture reference={cover as Reference} alt="" />
          </div>
        )}
        <div className="card-body">
          {cells
            .filter(({ value }) => value !== undefined)
            .map((cell, index) => (
              <div key={cell.column.id} className={index === 0 ? "card-title" : "card-text"}>
                <Part change={change ?? cell.column.change}>
                  <CellContent cell={cell} />
                </Part>
              </div>
            ))}
          {target === undefined ? null : (
            <CardLink target={target as Reference} title={plainText(cells[0]?.fragment?.nodes)} />
          )}
        </div>
      </li>
    ))}
  </ul>
)

/** What a row or a column that came or went holds. */
const Part = ({ change, children }: { readonly change: Column["change"]; readonly children: ReactNode }) =>
  change === undefined ? (
    children
  ) : change === "added" ? (
    <ins className="changed">{children}</ins>
  ) : (
    <del className="changed">{children}</del>
  )

const CardLink = ({ target, title }: { readonly target: Reference; readonly title: string }) => {
  const found = useTarget(target)
  return (
    <ReferenceLink className="card-link" reference={target}>
      <span className="hidden">{title || found.title}</span>
    </ReferenceLink>
  )
}

const CellContent = ({ cell: { column, fragment, value } }: { readonly cell: Cell }): ReactNode => {
  if (fragment !== undefined) return <FragmentBlocks fragment={fragment} />
  if (value === undefined || value === null) return null
  switch (column.type) {
    case "checkbox":
      return (
        <span
          className={value === true ? "box checked" : "box"}
          role="img"
          aria-label={value === true ? "Yes" : "No"}
        />
      )
    case "rating": {
      const stars = Math.max(0, Math.min(column.max, Number(value) || 0))
      return (
        <span className="rating" role="img" aria-label={`${stars} of ${column.max}`}>
          {"★".repeat(stars)}
          <span className="off">{"★".repeat(column.max - stars)}</span>
        </span>
      )
    }
    case "select":
      return [value].flat().map((one) => {
        const option = column.options.find((known) => known.value === one)
        return (
          <span key={String(one)} className={`chip ${colorClass("wash", option?.color)}`}>
            {option?.label ?? String(one)}
          </span>
        )
      })
    case "content-ref":
      return <ReferenceLink reference={value as Reference} />
    case "image":
      return <Picture reference={value as Reference} alt="" />
    case "files":
      return [value].flat().map((file) => <FileName key={String(file)} file={String(file)} />)
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value)
  }
}

const FileName = ({ file }: { readonly file: string }) => <Blocks nodes={[fileBlock(file)]} />

const fileBlock = (file: string): RichBlock => ({
  object: "block",
  type: "file",
  isVoid: true,
  data: { ref: { kind: "file", file } }
})
