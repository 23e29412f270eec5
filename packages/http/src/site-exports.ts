/** Exports of sites as static files: in the API, and their zips at addresses of their own. */
import { SiteExport } from "@octavo/core/delivery/site-exports/SiteExport"
import { SiteExports } from "@octavo/core/delivery/site-exports/SiteExports"
import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { sendFile } from "./files.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply, replyList } from "./reply.ts"
import { errorResponse, storageFailed } from "./requests.ts"

const one = reply(SiteExport)
const list = replyList(SiteExport)

export const siteExportsHandlers = groupHandlers(
  "siteExports",
  Effect.fn(function* (handlers) {
    const siteExports = yield* SiteExports
    return handlers.handleAll({
      listSiteExports: ({ params: { organizationId, siteId }, query }) =>
        Effect.map(siteExports.list(organizationId, siteId, query), list),
      startSiteExport: ({ params: { organizationId, siteId }, payload }) =>
        Effect.map(siteExports.start(organizationId, siteId, payload ?? {}), createdReply),
      getSiteExport: ({ params: { organizationId, siteExportId, siteId } }) =>
        Effect.map(siteExports.get(organizationId, siteId, siteExportId), (it) => one(it)),
      deleteSiteExport: ({ params: { organizationId, siteExportId, siteId } }) =>
        Effect.map(siteExports.remove(organizationId, siteId, siteExportId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)

/** Asked for again each time: the address ends with the export, and with the site's being open. */
const askedAgain = "private, no-cache"

export const siteExportRoutes = Layer.unwrap(
  Effect.map(SiteExports, (siteExports) => HttpRouter.add("GET", "/~exports/:signed/:name", download(siteExports)))
)

const download = (siteExports: SiteExports["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { signed } = yield* HttpRouter.params
    const { name, ...zip } = yield* siteExports.open(signed ?? "")
    const sent = sendFile(request, { ...zip, contentType: "application/zip" }, askedAgain)
    return HttpServerResponse.setHeader(sent, "content-disposition", `attachment; filename="${name}"`)
  }).pipe(
    Effect.catchTags({
      NotFound: (error: NotFound) => Effect.succeed(errorResponse(404, error.message)),
      StorageError: (error: StorageError) => Effect.succeed(storageFailed(error))
    })
  )
