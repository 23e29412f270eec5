/** A file that changed: pictures beside each other, other files to be downloaded. */
import type { ChangedItem, FileSide } from "../../logic/review.ts"

interface FileComparisonProps {
  readonly name: string
  readonly file: NonNullable<ChangedItem["file"]>
}

export const FileComparison = ({ file: { after, before }, name }: FileComparisonProps) => (
  <div className="compared-files">
    {before === undefined ? null : <Side title="Before" name={name} side={before} />}
    {after === undefined ? null : <Side title="After" name={name} side={after} />}
  </div>
)

const Side = ({ name, side, title }: { readonly title: string; readonly name: string; readonly side: FileSide }) => (
  <figure data-side={title.toLowerCase()}>
    <figcaption>{title}</figcaption>
    {side.isPicture ? (
      <img src={side.url} alt={`${name}, ${title.toLowerCase()}`} loading="lazy" />
    ) : (
      <a href={side.url} download={name}>
        Download
      </a>
    )}
  </figure>
)
