/** A space without pages: where to begin. */
import { lazy, Suspense, useState } from "react"
import { roomAddress } from "../../logic/addresses.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Empty } from "../parts/screen.tsx"
import { makePage } from "./makePage.ts"

const TemplateDialog = lazy(() => import("./TemplateDialog.tsx"))

interface EmptySpaceProps {
  readonly pathAddress: (path: string) => string
}

export const EmptySpace = ({ pathAddress }: EmptySpaceProps) => {
  const draft = useDraft()
  const [isChoosing, setChoosing] = useState(false)
  if (!draft.canEdit) {
    return (
      <Empty title="This space has no pages yet">
        <p>Who may edit it can write the first one here.</p>
      </Empty>
    )
  }
  return (
    <section aria-labelledby="Begin">
      <h2 id="Begin">This space has no pages yet. Begin with</h2>
      <div className="beginnings">
        <button
          type="button"
          className="beginning"
          onClick={() => void makePage(draft, [], { into: null, at: 0 }, pathAddress)}
        >
          <Icon name="page" />
          <strong>An empty page</strong>
          <small>Its title is all that is asked for.</small>
        </button>
        <button type="button" className="beginning" onClick={() => setChoosing(true)}>
          <Icon name="tree" />
          <strong>A template</strong>
          <small>Pages in an order that has proven itself, to be filled.</small>
        </button>
        <AppLink className="beginning" href={roomAddress(draft.space, "import")}>
          <Icon name="file" />
          <strong>An import</strong>
          <small>A website, Markdown, HTML or a zip archive.</small>
        </AppLink>
      </div>
      <Suspense fallback={null}>
        {isChoosing ? (
          <TemplateDialog
            space={draft.space}
            changeRequest={draft.changeRequest?.id}
            onClose={() => setChoosing(false)}
          />
        ) : null}
      </Suspense>
    </section>
  )
}
