/** What the block editor needs from around it, made of what is asked of the API. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useRef, useState } from "react"
import type { ListedPage } from "../../logic/api.ts"
import { anchorsOf, plainText, targetOf } from "../../logic/document.ts"
import { referenceOf, targetsFor } from "../../logic/linkTargets.ts"
import type { PageText } from "../../logic/PageSaver.ts"
import { isSameTree, pagesById } from "../../logic/pages.ts"
import { useDraft } from "../drafts/Draft.tsx"
import type { ContentRef, Described, EditorServices, ReusableEditing } from "../editor/services.ts"
import { tell } from "../parts/status.tsx"
import { app } from "../place.ts"
import {
  fileQuery,
  filesQuery,
  limitsQuery,
  queryClient,
  reusableContentsQuery,
  searchQuery,
  spaceQuery,
  spacesQuery
} from "../queries.ts"
import { reusableIn, reusableUses } from "./reusable.ts"
import { startUpload } from "./upload.ts"

/** Milliseconds before it is looked what became of files that were asked for: many come at once. */
const pause = 50

/** Counts the answers about files of a space: what is drawn of them is drawn anew. */
const useAnswers = (space: string): number => {
  const [answers, setAnswers] = useState(0)
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = queries.getQueryCache().subscribe(({ query, type }) => {
      const [of, id, kind] = query.queryKey
      const isFile = of === "space" && id === space && kind === "file"
      if (!isFile || type !== "updated" || query.state.status === "pending") return
      timer ??= setTimeout(() => {
        timer = undefined
        setAnswers((before) => before + 1)
      }, pause)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [queries, space])
  return answers
}

/** The pages that were listed before, while no link to one of them would be drawn otherwise: each save lists them anew. */
const useSameTree = (listed: ReadonlyArray<ListedPage>): ReadonlyArray<ListedPage> => {
  const [pages, setPages] = useState(listed)
  if (pages === listed || isSameTree(pages, listed)) return pages
  setPages(listed)
  return listed
}

/** What is known of a file; it is asked for when nothing is known yet. */
const fileOf = (space: string, ref: ContentRef, changeRequest: string | undefined) => {
  if (ref.kind !== "file" || ref.broken === true) return null
  const within = ref.space ?? space
  const query = fileQuery(within, ref.file, within === space ? changeRequest : undefined)
  const state = queryClient.getQueryState(query.queryKey)
  if (state === undefined || (state.status === "pending" && state.fetchStatus === "idle"))
    void queryClient.prefetchQuery(query)
  return state?.status === "error" ? null : queryClient.getQueryData(query.queryKey)
}

interface MoreServices extends Pick<EditorServices, "comment"> {
  readonly onEditReusable?: (editing: ReusableEditing) => () => void
}

/**
 * @param place whose page is written, and which
 * @param text of it, for its headings
 * @param more what can be begun around it: `onEditReusable` returns what ends that
 */
export const useEditorServices = (
  listed: ReadonlyArray<ListedPage>,
  place: string,
  text: () => PageText | undefined,
  { comment, onEditReusable }: MoreServices = {}
): EditorServices => {
  const { changeRequest, number, space, write } = useDraft()
  const id = changeRequest?.id
  const pages = useSameTree(listed)
  const known = useMemo(() => pagesById(pages), [pages])
  const newest = useRef(changeRequest)
  newest.current = changeRequest
  const answers = useAnswers(space)
  /** How often reusable content was edited: wherever it is included it is drawn anew. */
  const [edits, setEdits] = useState(0)
  // known before a file is dropped, so that one that is too large is refused before anything is asked
  useQuery(limitsQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer makes another object
  return useMemo((): EditorServices => {
    const organization = () => queryClient.ensureQueryData(spaceQuery(space)).then((one) => one.organization)
    return {
      findTargets: async (words) => {
        const within = await organization()
        // what cannot be asked for now is not offered
        const [files, spaces, found] = await Promise.all([
          queryClient.fetchQuery(filesQuery(space, id)).catch(() => []),
          queryClient.ensureQueryData(spacesQuery(within)).catch(() => []),
          words.trim() === ""
            ? []
            : queryClient.fetchQuery(searchQuery(within, words)).then(
                ({ items }) => items,
                () => []
              )
        ])
        return targetsFor(words, { space, pages, files, spaces, found, headings: headingsOf(text()) })
      },
      describe: (ref): Described | undefined => {
        if (ref.kind === "file") {
          const file = fileOf(space, ref, id)
          return file === null
            ? { title: "A file that is not here", broken: true }
            : file && { title: file.name, href: file.downloadURL, broken: false }
        }
        if (ref.kind === "openapi" || ref.kind === "reusable-content") return undefined
        if (ref.kind === "space") {
          const title = titleOfSpace(space, ref.space)
          return { title: title ?? "Space", href: `/s/${ref.space}`, broken: false }
        }
        const target = targetOf(ref, space, known, number)
        const isLost = target.href === undefined && (ref.kind === "page" || ref.kind === "anchor")
        return {
          title: target.title,
          ...(target.href === undefined ? {} : { href: target.href }),
          broken: isLost || ("broken" in ref && ref.broken === true)
        }
      },
      pictureOf: (ref) => fileOf(space, ref, id)?.downloadURL,
      startUpload: (file) => startUpload({ file, space, place, write }),
      reusableContent: (ref) => reusableIn(space, ref, newest.current),
      reusableUses: (ref) => reusableUses({ space, changeRequest: id, number, known }, ref),
      editReusable:
        onEditReusable &&
        ((editing) =>
          onEditReusable({
            ...editing,
            onEnd: () => {
              editing.onEnd()
              setEdits((before) => before + 1)
            }
          })),
      reusableContents: () => queryClient.fetchQuery(reusableContentsQuery(space, id)),
      fromAddress: (url) => referenceOf(url, app, { space, pages }),
      comment,
      say: tell
    }
  }, [space, id, number, pages, place, known, write, text, answers, onEditReusable, edits, comment])
}

const titleOfSpace = (space: string, wanted: string): string | undefined => {
  const within = queryClient.getQueryData(spaceQuery(space).queryKey)?.organization
  const spaces = within === undefined ? undefined : queryClient.getQueryData(spacesQuery(within).queryKey)
  return spaces?.find(({ id }) => id === wanted)?.title
}

/** Headings of a page that is edited as blocks. */
const headingsOf = (text: PageText | undefined) =>
  text === undefined || !("document" in text)
    ? []
    : [...anchorsOf(text.document.nodes)].map(([block, anchor]) => ({ anchor, title: plainText(block.nodes) }))
