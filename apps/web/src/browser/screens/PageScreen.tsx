/** A page of the live content, with the tree of the space's pages beside it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect, useMemo, useRef, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { DocumentPage, ListedPage } from "../../logic/api.ts"
import { anchorsOf } from "../../logic/document.ts"
import { ancestorsOf, firstPage, pagesById } from "../../logic/pages.ts"
import { emojiOf } from "../../logic/spaces.ts"
import { ago } from "../../logic/words.ts"
import { Blocks } from "../document/Blocks.tsx"
import { DocumentContext } from "../document/context.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { pageQuery, pagesQuery, spaceQuery } from "../queries.ts"
import { PagesNavigation } from "./PagesNavigation.tsx"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const PageScreen = () => {
  const { _splat: path = "", space: id = "" } = useParams({ strict: false })
  const space = useQuery(spaceQuery(id))
  const pages = useQuery(pagesQuery(id))
  const list = pages.data?.pages
  const wanted = path === "" ? firstPage(list ?? [])?.path : path
  const { data, error, isPlaceholderData } = useQuery({
    ...pageQuery(id, wanted ?? ""),
    enabled: wanted !== undefined,
    // the page before stays until the next one is there: nothing jumps
    placeholderData: keepPreviousData
  })
  const known = useMemo(() => pagesById(list ?? []), [list])
  const failed = pages.error ?? error
  return (
    <div className="space-body">
      <PagesNavigation space={id} pages={list} current={wanted === undefined ? undefined : pageAddress(id, wanted)} />
      <div className="page-column" aria-busy={isPlaceholderData}>
        {failed !== null ? (
          <ProblemScreen error={failed} />
        ) : list !== undefined && wanted === undefined ? (
          <div className="screen narrow">
            <ScreenTitle title={space.data?.title ?? "Space"}>{space.data?.title || "Untitled"}</ScreenTitle>
            <Empty title="This space has no pages yet">
              <p>Pages come by the API, by Git or by an import.</p>
            </Empty>
          </div>
        ) : data === undefined || list === undefined ? (
          <div className="screen narrow">
            <Waiting lines={6} />
          </div>
        ) : data.type === "document" ? (
          <DocumentContext value={{ space: id, pages: known, anchors: anchorsOf(data.document?.nodes ?? []) }}>
            <PageArticle page={data} pages={list} space={space.data?.title ?? ""} spaceId={id} />
          </DocumentContext>
        ) : data.type === "group" ? (
          <GroupArticle page={data} spaceId={id} />
        ) : (
          <ProblemScreen error={{ status: 404 }} />
        )}
      </div>
    </div>
  )
}

interface PageArticleProps {
  readonly page: DocumentPage
  readonly pages: ReadonlyArray<ListedPage>
  readonly space: string
  readonly spaceId: string
}

const PageArticle = ({ page, pages, space, spaceId }: PageArticleProps) => {
  const emoji = emojiOf(page.emoji)
  const above = ancestorsOf(pages, page.id) ?? []
  const title = page.title || "Untitled"
  useHash(page.id)
  return (
    <article className="page">
      <div className="page-head">
        {above.length === 0 ? null : (
          <nav className="crumbs" aria-label="Breadcrumb">
            <ol>
              {above.map((one) => (
                <li key={one.id}>
                  {one.type === "document" ? (
                    <AppLink href={pageAddress(spaceId, one.path)}>{one.title}</AppLink>
                  ) : (
                    <span>{one.title}</span>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <ScreenTitle title={space === "" ? title : `${title} · ${space}`}>
          {emoji === undefined ? null : <span className="emoji">{emoji}</span>}
          {title}
        </ScreenTitle>
        {page.description ? <p className="lead">{page.description}</p> : null}
      </div>
      <div className="body">
        {page.document === undefined || page.document.nodes.length === 0 ? (
          <p className="note">This page is empty.</p>
        ) : (
          <Blocks nodes={page.document.nodes} />
        )}
      </div>
      <footer className="facts">
        {page.updatedAt === undefined ? null : (
          <span>
            Edited <time dateTime={page.updatedAt}>{ago(page.updatedAt, Date.now())}</time>
          </span>
        )}
        {page.urls.published === undefined ? null : <a href={page.urls.published}>Read it on the site</a>}
      </footer>
    </article>
  )
}

const GroupArticle = ({
  page,
  spaceId
}: {
  readonly page: { readonly title: string; readonly pages: ReadonlyArray<ListedPage> }
  readonly spaceId: string
}) => (
  <article className="page">
    <div className="page-head">
      <ScreenTitle title={page.title}>{page.title || "Untitled"}</ScreenTitle>
    </div>
    <ul className="rows">
      {page.pages.map((one) =>
        one.type === "document" ? (
          <li key={one.id}>
            <AppLink className="row" href={pageAddress(spaceId, one.path)}>
              <span className="row-title">{one.title || "Untitled"}</span>
            </AppLink>
          </li>
        ) : null
      )}
    </ul>
  </article>
)

/** Goes to the heading that the address names, once the page is drawn. */
const useHash = (page: string): void => {
  const [hash, setHash] = useState(location.hash)
  const drawn = useRef(page)
  useEffect(() => {
    const change = () => setHash(location.hash)
    window.addEventListener("hashchange", change)
    return () => window.removeEventListener("hashchange", change)
  }, [])
  useEffect(() => {
    drawn.current = page
    const id = decodeURIComponent(location.hash.slice(1))
    if (id !== "") document.getElementById(id)?.scrollIntoView()
    else if (hash === "") document.getElementById("Content")?.scrollTo({ top: 0 })
  }, [page, hash])
}
