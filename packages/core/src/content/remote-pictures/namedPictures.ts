/** Which pictures of other hosts the texts of a revision show. */
import { isTrackingPixel, remotePictureUrl } from "@octavo/document"
import { Effect } from "effect"
import { compute } from "../../kernel/compute/Compute.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionDiff } from "../revisions/model/diff.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import { remotePictures } from "./pictureTask.ts"

/** Covers are in the record of a page, which may say more than the header of its text. */
const coversOf = ({ cover }: PageRecord): ReadonlyArray<string> =>
  [cover?.ref, cover?.refDark].flatMap((ref) => {
    const url = ref?.kind === "url" ? remotePictureUrl(ref.url) : undefined
    return url === undefined || isTrackingPixel({ src: url }) ? [] : [url]
  })

/** What texts of `tree` that differ show, by their names; nothing for those that are gone. */
export const namedIn = Effect.fnUntraced(function* (
  tree: Pick<Revision, "body">,
  { pages, reusableContents }: RevisionDiff
) {
  const found = new Map<string, ReadonlyArray<string>>()
  const read = Effect.fnUntraced(function* (body: string | undefined) {
    if (body === undefined) return []
    const { text } = yield* missingIsDamage(tree.body(body))
    return yield* compute(remotePictures, { text }, text.length)
  })
  for (const { id } of pages.deleted) found.set(`page:${id}`, [])
  for (const { id } of reusableContents.deleted) found.set(`reusable:${id}`, [])
  const edited = pages.edited.filter(({ fields }) => fields.some((field) => field === "body" || field === "cover"))
  for (const page of [...pages.created, ...edited.map(({ after }) => after)]) {
    found.set(`page:${page.id}`, Array.from(new Set([...coversOf(page), ...(yield* read(page.body))])))
    // a space may have very many
    yield* Effect.yieldNow
  }
  for (const { body, id } of [...reusableContents.created, ...reusableContents.edited.map(({ after }) => after)]) {
    found.set(`reusable:${id}`, yield* read(body))
  }
  return found
})
