/**
 * The `Octavo` layer: adapters chosen by the configuration, with the services of core over them. The server, the CLI
 * and the embedded engine build this same layer and nothing else.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { GitImports } from "@octavo/core/git/GitImports"
import { servicesLayer } from "@octavo/core/services"
import { Instance, type InstanceConfig } from "@octavo/core/shared/Instance"
import { GitCli } from "@octavo/git-cli"
import { Effect, Layer, Schedule } from "effect"
import { ConfigError, type OctavoConfig } from "./config.ts"
import { dataDirectory, storeLayer } from "./store.ts"

/** Version of this Octavo. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version

/** What absolute URLs are made of; throws a `ConfigError` for a URL that is none. */
export const instanceConfig = (config: OctavoConfig): InstanceConfig => {
  const url = config.url ?? "http://localhost:4000"
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.search !== "" || parsed.hash !== "") {
    throw new ConfigError(`The public URL ${JSON.stringify(url)} must be like https://docs.example.com`)
  }
  return {
    publicUrl: url.replace(/\/+$/, ""),
    ...(config.siteHost === undefined ? {} : { siteHost: config.siteHost.toLowerCase() }),
    version
  }
}

/** Takes jobs one after the other, for as long as the layer lives. A store that is away is asked again after a while. */
const workerLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const imports = yield* GitImports
    yield* imports.work.pipe(
      Effect.tapError((error) => Effect.logWarning("The worker waits for the store", error.message)),
      Effect.retry(Schedule.spaced("2 seconds")),
      Effect.forever,
      Effect.forkScoped
    )
  })
)

/** All services over the store and adapters of the configuration. */
export const octavoLayer = (config: OctavoConfig) =>
  (config.worker === false ? Layer.empty : workerLayer).pipe(
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(storeLayer(config)),
    Layer.provideMerge(Layer.sync(Instance, () => instanceConfig(config))),
    Layer.provideMerge(
      GitCli.layer({
        cacheDirectory: join(dataDirectory(config), "git"),
        allowPrivateNetworks: config.allowPrivateNetworks ?? false
      })
    )
  )

/** Everything that an embedder can ask for. */
export type Octavo = Layer.Success<ReturnType<typeof octavoLayer>>
