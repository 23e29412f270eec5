import { LinkList, ReferenceList } from "@octavo/api/links"
import type { LinkFilter } from "@octavo/core/content/content-index/LinkStore"
import { type LinkedContent, Links } from "@octavo/core/content/links/Links"
import type { ListParams } from "@octavo/core/kernel/shared/pagination"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const links = reply(LinkList)
const references = reply(ReferenceList)

export const linksHandlers = groupHandlers(
  "links",
  Effect.fn(function* (handlers) {
    const service = yield* Links
    const list = ({ params, query: { brokenContext, limit, page, status } }: ListRequest) =>
      Effect.map(service.list(params, { status, brokenContext }, { limit, page }), (found) => links(found))
    const pageBacklinks = ({ params, query }: Of<{ pageId: string }>) =>
      Effect.map(service.listPageBacklinks(params, params.pageId, query), (found) => references(found))
    const fileBacklinks = ({ params, query }: Of<{ fileId: string }>) =>
      Effect.map(service.listFileBacklinks(params, params.fileId, query), (found) => references(found))
    return handlers.handleAll({
      listSpaceLinks: list,
      listPageLinksInSpace: list,
      listSpacePageBacklinks: pageBacklinks,
      listSpaceFileBacklinks: fileBacklinks,
      listChangeRequestLinks: list,
      listPageLinksInChangeRequest: list,
      listChangeRequestPageBacklinks: pageBacklinks,
      listChangeRequestFileBacklinks: fileBacklinks
    })
  })
)

interface Of<Params> {
  readonly params: LinkedContent & Params
  readonly query: ListParams
}

interface ListRequest extends Of<{ readonly pageId?: string }> {
  readonly query: ListParams & LinkFilter
}
