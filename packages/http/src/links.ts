import { Api } from "@octavo/api/Api"
import { LinkList, ReferenceList } from "@octavo/api/links"
import { Links } from "@octavo/core/links/Links"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { reply } from "./reply.ts"

const links = reply(LinkList)
const references = reply(ReferenceList)

export const linksHandlers = HttpApiBuilder.group(
  Api,
  "links",
  Effect.fn(function* (handlers) {
    const service = yield* Links
    return handlers.handleAll({
      listSpaceLinks: ({ params, query: { status, ...list } }) =>
        Effect.map(service.list(params, { status }, list), (found) => links(found)),
      listPageLinksInSpace: ({ params, query: { status, ...list } }) =>
        Effect.map(service.list(params, { status }, list), (found) => links(found)),
      listSpacePageBacklinks: ({ params, query }) =>
        Effect.map(service.listPageBacklinks(params.spaceId, params.pageId, query), (found) => references(found)),
      listSpaceFileBacklinks: ({ params, query }) =>
        Effect.map(service.listFileBacklinks(params.spaceId, params.fileId, query), (found) => references(found))
    })
  })
)
