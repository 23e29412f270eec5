/** A page as it is read. */
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react"
import type { DocumentPage, ListedPage } from "../../logic/api.ts"
import { emojiOf } from "../../logic/spaces.ts"
import { Blocks } from "../document/Blocks.tsx"
import { ScreenTitle } from "../parts/screen.tsx"
import { PageFacts, PageWay } from "./PageWay.tsx"

interface PageArticleProps {
  readonly page: DocumentPage
  readonly pages: ReadonlyArray<ListedPage>
  readonly space: string
  readonly bodyRef?: Ref<HTMLDivElement>
  /** What can be done with it. */
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

export const PageArticle = ({ bodyRef, children, page, pages, space, tools }: PageArticleProps) => {
  const emoji = emojiOf(page.emoji)
  const title = page.title || "Untitled"
  useHash(page.id)
  return (
    <article className="page">
      {tools}
      <div className="page-head">
        <PageWay page={page.id} pages={pages} />
        <ScreenTitle title={space === "" ? title : `${title} · ${space}`}>
          {emoji === undefined ? null : <span className="emoji">{emoji}</span>}
          {title}
        </ScreenTitle>
        {page.description ? <p className="lead">{page.description}</p> : null}
      </div>
      <div className="body" ref={bodyRef}>
        {page.document === undefined || page.document.nodes.length === 0 ? (
          <p className="note">This page is empty.</p>
        ) : (
          <Blocks nodes={page.document.nodes} />
        )}
      </div>
      <PageFacts page={page} />
      {children}
    </article>
  )
}

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
