/** A store with published sites, in this process. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SitePages } from "@octavo/site"
import { Effect, Layer } from "effect"
import { octavoLayer } from "../src/layer.ts"

const layerIn = (directory: string) =>
  Layer.provideMerge(
    SitePages.layer(),
    octavoLayer({
      database: `sqlite:${directory}/octavo.db`,
      dataDirectory: directory,
      worker: false,
      url: "http://localhost:4000"
    })
  )

type Services = Layer.Success<ReturnType<typeof layerIn>>

/** Runs over a store of its own, which is gone afterwards. */
export const withSites = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-test-"))
  return effect.pipe(
    Effect.provide(layerIn(directory)),
    Effect.ensuring(Effect.sync(() => rmSync(directory, { recursive: true, force: true }))),
    Effect.runPromise
  )
}
