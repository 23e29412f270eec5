/** A page that is read and not written, with what is said about it. */
import { lazy, Suspense, useMemo, useState } from "react"
import type { DocumentPage, ListedPage } from "../../logic/api.ts"
import { CommentsButton } from "../comments/CommentsButton.tsx"
import { readBlocks } from "../comments/readBlocks.ts"
import { usePageComments } from "../comments/usePageComments.ts"
import { empty } from "../saving/textAt.ts"
import { PageArticle } from "./PageArticle.tsx"

const PageComments = lazy(() => import("../comments/PageComments.tsx"))

interface ReadPageProps {
  readonly page: DocumentPage
  readonly pages: ReadonlyArray<ListedPage>
  readonly space: string
}

export const ReadPage = ({ page, pages, space }: ReadPageProps) => {
  const talk = usePageComments(page.id)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const document = page.document ?? empty
  const blocks = useMemo(() => (body === null ? undefined : readBlocks(body, document)), [body, document])
  const revision = talk.places[0]?.of.revision
  const isSaid = talk.places.some(({ comments }) => comments.length > 0)
  return (
    <PageArticle
      page={page}
      pages={pages}
      space={space}
      bodyRef={setBody}
      tools={
        talk.mayComment || isSaid ? (
          <div className="page-tools">
            <span className="saving" />
            <CommentsButton talk={talk} blocks={blocks} />
          </div>
        ) : undefined
      }
    >
      {revision !== undefined && (talk.isOpen || isSaid) ? (
        <Suspense fallback={null}>
          <PageComments
            talk={talk}
            blocks={blocks}
            document={document}
            revision={revision}
            settle={async () => document}
          />
        </Suspense>
      ) : null}
    </PageArticle>
  )
}
