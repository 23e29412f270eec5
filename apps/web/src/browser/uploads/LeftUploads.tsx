/** Files that were to be put into this page, and were not there when it was left. */
import { useEffect, useState } from "react"
import { sizeOf } from "../../logic/words.ts"
import { forgetUploads, type LeftUpload, leftUploads } from "./leftUploads.ts"

/** @param place whose page it is, and which */
export const LeftUploads = ({ place }: { readonly place: string }) => {
  const [left, setLeft] = useState<ReadonlyArray<LeftUpload>>([])
  useEffect(() => {
    let isGone = false
    leftUploads(place).then(
      (found) => isGone || setLeft(found),
      () => undefined
    )
    return () => {
      isGone = true
    }
  }, [place])
  if (left.length === 0) return null
  const dismiss = () => {
    forgetUploads(left.map(({ id }) => id))
    setLeft([])
  }
  return (
    <section className="trouble" aria-label="Not uploaded">
      <p>
        <strong>Not uploaded.</strong> This page was left before{" "}
        {left.length === 1 ? "this file was" : "these files were"} there. What was sent of{" "}
        {left.length === 1 ? "it" : "them"} is not kept: upload {left.length === 1 ? "it" : "them"} once more.
      </p>
      <ul>
        {left.map(({ id, name, size }) => (
          <li key={id}>
            {name} ({sizeOf(size)})
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" className="button secondary" onClick={dismiss}>
          Dismiss
        </button>
      </div>
    </section>
  )
}
