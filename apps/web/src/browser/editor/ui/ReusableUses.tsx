/** The pages that show reusable content: whoever changes it changes all of them. */
import { useEffect, useState } from "react"
import { AppLink } from "../../parts/AppLink.tsx"
import type { EditorServices, ReusableRef, ReusableUse } from "../services.ts"

type Uses = ReadonlyArray<ReusableUse> | "asked" | "failed"

const wordsOf = (uses: Uses): string =>
  uses === "asked"
    ? "Looking…"
    : uses === "failed"
      ? "The list did not come. Try again later."
      : uses.length === 1
        ? "On this page alone."
        : `On ${uses.length} pages: who changes it changes all of them.`

interface ReusableUsesProps {
  readonly reference: ReusableRef
  readonly usesOf: EditorServices["reusableUses"]
}

export const ReusableUses = ({ reference, usesOf }: ReusableUsesProps) => {
  const [uses, setUses] = useState<Uses>("asked")
  useEffect(() => {
    let isLeft = false
    usesOf(reference).then(
      (found) => isLeft || setUses(found),
      () => isLeft || setUses("failed")
    )
    return () => {
      isLeft = true
    }
  }, [reference, usesOf])
  return (
    <>
      <p className="panel-note" role="status">
        {wordsOf(uses)}
      </p>
      {typeof uses === "string" || uses.length < 2 ? null : (
        <ul className="panel-list" aria-label="Pages that show it">
          {uses.map(({ href, id, title }) => (
            <li key={id}>
              <AppLink className="panel-option" href={href}>
                {title || "Untitled"}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
