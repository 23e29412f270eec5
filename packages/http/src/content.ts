import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ComputeContent } from "@octavo/core/content/space-content/ComputeContent"
import { History, HistoryRevision, PageBlame } from "@octavo/core/content/space-content/History"
import { SemanticChanges } from "@octavo/core/content/space-content/SemanticChanges"
import { Effect, Schema } from "effect"
import { ContentCache } from "./contentCache.ts"
import { contentReads } from "./contentReads.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const restored = reply(HistoryRevision)
const blame = reply(PageBlame)
const changes = reply(SemanticChanges)
/** Blocks are interfaces of their own, which the schema of documents does not name. */
const computedDocument = reply(Schema.Unknown)

export const contentHandlers = groupHandlers(
  "space-content",
  Effect.fn(function* (handlers) {
    const { content, document, file, files, metaLinks, page, pageDocument, pages, path, reusable, reusableDocument } =
      contentReads(yield* ContentCache)
    const history = yield* History
    const computing = yield* ComputeContent
    const writing = yield* ChangeRequestContent
    return handlers.handleAll({
      getCurrentRevision: content,
      listPages: pages,
      listFiles: files,
      getFileById: file,
      getPageById: page,
      listSpacePageMetaLinks: metaLinks,
      getPageByPath: path,
      getDocumentById: document,
      getReusableContentById: reusable,
      getRevisionById: content,
      listPagesInRevisionById: pages,
      listFilesInRevisionById: files,
      getFileInRevisionById: file,
      getPageInRevisionById: page,
      getPageDocumentInRevisionById: pageDocument,
      getReusableContentDocumentInRevisionById: reusableDocument,
      listRevisionPageMetaLinks: metaLinks,
      getPageInRevisionByPath: path,
      getReusableContentInRevisionById: reusable,
      getRevisionSemanticChanges: ({ params, query }) =>
        Effect.map(history.changes(params.spaceId, params.revisionId, query), (it) => changes(it)),
      getComputedRevision: ({ params, payload }) =>
        Effect.map(computing.pages(params.spaceId, payload), (pages) => ({
          pages,
          files: [],
          reusableContents: []
        })),
      getComputedDocument: ({ params, payload }) =>
        Effect.map(computing.document(params.spaceId, payload), (it) => computedDocument(it)),
      updateSpaceContent: ({ params, payload }) => writing.editSpace(params.spaceId, payload),
      listSpaceRevisions: ({ params, query }) => history.list(params.spaceId, query),
      restoreSpaceRevision: ({ params }) =>
        Effect.map(history.restore(params.spaceId, params.revisionId), (it) => restored(it)),
      listSpacePageHistory: ({ params, query }) => history.page(params.spaceId, params.pageId, query),
      getPageBlame: ({ params }) => Effect.map(history.blame(params.spaceId, params.pageId), (it) => blame(it))
    })
  })
)
