import { CustomHostname } from "@octavo/core/delivery/hostnames/Hostname"
import { Hostnames } from "@octavo/core/delivery/hostnames/Hostnames"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply, reply } from "./reply.ts"

const one = reply(CustomHostname)

export const hostnamesHandlers = groupHandlers(
  "custom-hostnames",
  Effect.fn(function* (handlers) {
    const hostnames = yield* Hostnames
    return handlers.handleAll({
      getCustomHostname: ({ params }) => Effect.map(hostnames.get(params.hostname), (it) => one(it)),
      dnsRevalidateCustomHostname: ({ params }) => hostnames.revalidate(params.hostname),
      removeCustomHostname: ({ params }) =>
        Effect.map(hostnames.remove(params.hostname), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)
