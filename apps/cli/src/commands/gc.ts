/** `octavo gc`: removes files' bytes that nothing names any more, as servers do by themselves. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { answer, table, withStore } from "../run.ts"
import { json, storeSettings } from "../settings.ts"

const grace = Flag.Int("grace").pipe(
  Flag.withMetavar("HOURS"),
  Flag.withDescription("How long bytes stay that nothing names; at least 1 [default: 24]"),
  Flag.filter(
    (hours) => hours >= 1 && hours <= 8_760,
    (hours) => `must be hours from 1 to 8760, not ${hours}`
  ),
  Flag.withDefault(24)
)

export const gc = Command.make(
  "gc",
  { grace, json, settings: storeSettings },
  Effect.fn(function* ({ settings, grace, json }) {
    const { BlobCollector } = yield* Effect.promise(() => import("@octavo/core/content/revisions/BlobCollector"))
    const done = yield* withStore(settings, () =>
      Effect.flatMap(BlobCollector, (collector) => collector.collect(`${grace} hours`))
    )
    yield* answer(
      json,
      done,
      table([
        ["Files that something names", String(done.named)],
        ["Files removed", `${done.removed} (${done.bytes} bytes)`],
        ["Broken-off uploads removed", String(done.leftovers)]
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Remove the bytes of files that nothing names any more: no revision, no setting, no font. A first run notes what has no name, one that is at least --grace hours later removes it; a server does both by itself. May run while servers do."
  ),
  Command.withShortDescription("Remove files' bytes that nothing names any more")
)
