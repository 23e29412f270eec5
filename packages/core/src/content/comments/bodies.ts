/** Bodies of comments and replies: kept as Markdown, taken and shown as structured documents as well. */
import { Effect } from "effect"
import { maxShownAsDocuments } from "../../kernel/shared/documentJson.ts"
import { Invalid } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { type Lengths, longestAnswer } from "../../kernel/shared/pagination.ts"
import { codePoints } from "../../kernel/shared/text.ts"
import type { DocumentPlace } from "../revisions/documentReferences.ts"
import { documentsOf, placeOfProblem, textOfDocument } from "../revisions/documents.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import type { CommentPlace, Post } from "./Comment.ts"
import { type CommentBody, maxCommentLength } from "./input.ts"

/** How bodies are shown; Markdown when nothing is said. */
export type BodyFormat = "markdown" | "document" | undefined

/** How long bodies of an answer may be together: for `paginate`. */
export const lengthsOf = <Row>(format: BodyFormat, of: (row: Row) => number): Lengths<Row> => ({
  of,
  most: format === "document" ? maxShownAsDocuments : longestAnswer
})

/** References of bodies lead to what the content has that is commented on. */
export const makeBodies = Effect.gen(function* () {
  const content = yield* SpaceContent
  const appUrl = app(yield* Instance, "")

  const contentOf = ({ changeRequestId, spaceId }: CommentPlace) =>
    content.open(spaceId, changeRequestId === null ? undefined : { changeRequest: changeRequestId })

  const placeOf = ({ spaceId }: CommentPlace): DocumentPlace => ({ spaceId, appUrl, titled: false })

  /**
   * The Markdown of a body; `{}` is an empty one.
   * @param base the text as it is, of which blocks that do not change keep theirs
   * @param path of the body in the request
   */
  const textOf = Effect.fnUntraced(function* (
    place: CommentPlace,
    body: typeof CommentBody.Type,
    base = "",
    path = "body"
  ) {
    const { document, markdown } = body
    if (document === undefined) return markdown ?? ""
    if (markdown !== undefined) return yield* Invalid.at(path, "has markdown or document, not both")
    const { expanded } = yield* contentOf(place)
    const written = yield* missingIsDamage(textOfDocument(expanded, placeOf(place), document, base))
    if ("problem" in written) {
      return yield* Invalid.at(placeOfProblem(`${path}.document`, written.problem), written.problem.message)
    }
    // a text of its own ends where its words end
    const text = base === "" ? written.text.trimEnd() : written.text
    if (codePoints(text) > maxCommentLength) {
      return yield* Invalid.at(`${path}.document`, `has at most ${maxCommentLength} characters as Markdown`)
    }
    return text
  })

  /** The posts with their bodies in a format. */
  const inFormat = Effect.fnUntraced(function* <A extends Post>(
    place: CommentPlace,
    posts: ReadonlyArray<A>,
    format: BodyFormat
  ) {
    if (format !== "document" || posts.length === 0) return posts
    const { expanded } = yield* contentOf(place)
    const texts = posts.map(({ body }) => body.markdown ?? "")
    const documents = yield* missingIsDamage(documentsOf(expanded, placeOf(place), texts))
    return posts.map((post, index): A => ({ ...post, body: { document: documents[index]! } }))
  })

  return { inFormat, textOf }
})
