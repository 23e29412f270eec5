/** A page of a space, with the tree of its pages beside it: written by those who may, read by the others. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ListedPage } from "../../logic/api.ts"
import { anchorsOf } from "../../logic/document.ts"
import { errorToShow } from "../../logic/failures.ts"
import { firstPage, pagesById } from "../../logic/pages.ts"
import { useWayToComment } from "../comments/useWantedComment.ts"
import { DocumentContext } from "../document/context.ts"
import { useDraft } from "../drafts/Draft.tsx"
import { EmptySpace } from "../pageTree/EmptySpace.tsx"
import { AppLink } from "../parts/AppLink.tsx"
import { AsideContext } from "../parts/aside.ts"
import { afterFirstScreen } from "../parts/firstScreen.ts"
import { ScreenTitle, Waiting } from "../parts/screen.tsx"
import { changeRequestQuery, ownDraftQuery, pageQuery, pagesQuery, spaceQuery } from "../queries.ts"
import { useEvents } from "../saving/useEvents.ts"
import { PageArticle } from "./PageArticle.tsx"
import { PagesNavigation } from "./PagesNavigation.tsx"
import { ProblemScreen } from "./ProblemScreen.tsx"
import { ReadPage } from "./ReadPage.tsx"
import { useShownPage } from "./useShownPage.ts"

const EditedPage = lazy(() => afterFirstScreen(() => import("../writing/EditedPage.tsx")))

export const PageScreen = () => {
  const { _splat: path = "", space: id = "" } = useParams({ strict: false })
  const { canEdit, changeRequest, generation, isKnown, number } = useDraft()
  const space = useQuery(spaceQuery(id))
  const pages = useQuery({
    ...pagesQuery(id, changeRequest?.id),
    enabled: isKnown,
    // the live content's, while those of a draft that was just made are asked for
    placeholderData: keepPreviousData
  })
  const list = pages.data?.pages
  const wanted = path === "" ? firstPage(list ?? [])?.path : path
  const { data, error, isPlaceholderData } = useQuery({
    ...pageQuery(id, wanted ?? "", changeRequest?.id),
    enabled: isKnown && wanted !== undefined,
    // the page before stays until the next one is there: nothing jumps
    placeholderData: keepPreviousData
  })
  const known = useMemo(() => pagesById(list ?? []), [list])
  useWayToComment(id, path, known)
  const { head, people } = useEvents({
    space: id,
    changeRequest: changeRequest?.id,
    page: data?.id,
    isPending: list === undefined || isPlaceholderData || (wanted !== undefined && data === undefined && error === null)
  })
  const { isMoving, page } = useShownPage({
    space: id,
    number,
    path,
    wanted,
    data,
    isPlaceholder: isPlaceholderData,
    known
  })
  const nodes = page?.type === "document" ? page.document?.nodes : undefined
  const context = useMemo(
    () => ({ space: id, changeRequest: changeRequest?.id, number, pages: known, anchors: anchorsOf(nodes ?? []) }),
    [id, changeRequest?.id, number, known, nodes]
  )
  const key = `${page?.id} ${generation}`
  const isWritten = useIsWritten(canEdit, key)
  useOthersEdits(id, changeRequest?.id, head, isWritten)
  // what becomes of a page that is written is said where it is written
  const isSaidThere = isWritten && page !== undefined && list !== undefined
  const failed = isSaidThere ? null : (errorToShow(pages) ?? (isMoving ? null : errorToShow({ data, error })))
  const title = space.data?.title ?? ""
  // who opens a page is given its text first
  const isTreeDrawn = useDeferredValue(true, false)
  const [aside, setAside] = useState<HTMLElement | null>(null)
  return (
    <div className="space-body">
      <PagesNavigation
        space={id}
        pages={isTreeDrawn ? list : undefined}
        current={wanted === undefined ? undefined : pageAddress(id, wanted, number)}
      />
      <div className="page-column" aria-busy={isPlaceholderData}>
        {failed !== null ? (
          <ProblemScreen error={failed} />
        ) : list !== undefined && wanted === undefined ? (
          <div className="screen narrow">
            <ScreenTitle title={space.data?.title ?? "Space"}>{space.data?.title || "Untitled"}</ScreenTitle>
            <EmptySpace pathAddress={(path) => pageAddress(id, path, number)} />
          </div>
        ) : page === undefined || list === undefined ? (
          <div className="screen narrow">
            <Waiting lines={6} />
          </div>
        ) : page.type === "document" ? (
          <DocumentContext value={context}>
            <AsideContext value={aside}>
              {isWritten && page.computed === undefined ? (
                <Suspense fallback={<PageArticle page={page} pages={list} space={title} />}>
                  <EditedPage key={key} page={page} pages={list} space={title} head={head} people={people} />
                </Suspense>
              ) : (
                <ReadPage key={key} page={page} pages={list} space={title} />
              )}
            </AsideContext>
          </DocumentContext>
        ) : page.type === "group" ? (
          <GroupArticle page={page} spaceId={id} number={number} />
        ) : (
          <ProblemScreen error={{ status: 404 }} />
        )}
      </div>
      <div className="page-aside" ref={setAside} />
    </div>
  )
}

/** A page that somebody may write stays so when that ends: what was written in it is told what became of it. */
const useIsWritten = (canEdit: boolean, key: string): boolean => {
  const [written, setWritten] = useState<string>()
  if (canEdit && written !== key) setWritten(key)
  return canEdit || written === key
}

/**
 * What others have written is asked for anew.
 * @param head revision that the content is at
 * @param isWritten the page that is shown brings in what others write by itself
 */
const useOthersEdits = (
  space: string,
  changeRequest: string | undefined,
  head: string | undefined,
  isWritten: boolean
): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (head === undefined) return
    const at = <A extends { readonly id: string; readonly revision: string } | null | undefined>(one: A): A =>
      one && one.id === (changeRequest ?? space) ? { ...one, revision: head } : one
    const own = ownDraftQuery(space).queryKey
    const asked = changeRequestQuery(space, changeRequest ?? "").queryKey
    const shown =
      changeRequest === undefined
        ? queries.getQueryData(spaceQuery(space).queryKey)
        : (queries.getQueryData(asked) ?? queries.getQueryData(own))
    if (shown?.revision === head) return
    if (changeRequest === undefined) queries.setQueryData(spaceQuery(space).queryKey, at)
    else {
      queries.setQueryData(own, at)
      queries.setQueriesData<{ readonly id: string; readonly revision: string }>(
        { queryKey: ["space", space, "change-request"] },
        at
      )
    }
    void queries.invalidateQueries({ queryKey: ["space", space, "pages"] })
    void queries.invalidateQueries({ queryKey: ["space", space, "page"], refetchType: isWritten ? "none" : "active" })
  }, [space, changeRequest, head, isWritten, queries])
}

const GroupArticle = ({
  page,
  number,
  spaceId
}: {
  readonly page: { readonly title: string; readonly pages: ReadonlyArray<ListedPage> }
  readonly spaceId: string
  readonly number: string | undefined
}) => (
  <article className="page">
    <div className="page-head">
      <ScreenTitle title={page.title}>{page.title || "Untitled"}</ScreenTitle>
    </div>
    <ul className="rows">
      {page.pages.map((one) =>
        one.type === "document" ? (
          <li key={one.id}>
            <AppLink className="row" href={pageAddress(spaceId, one.path, number)}>
              <span className="row-title">{one.title || "Untitled"}</span>
            </AppLink>
          </li>
        ) : null
      )}
    </ul>
  </article>
)
