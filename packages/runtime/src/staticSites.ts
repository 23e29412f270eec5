/**
 * Sites as files, drawn by services of their own over the same ports: those of the server say in every address where the
 * server is, and these where the files will be (`docs/decisions/0107-site-exports.md`).
 */
import { StaticSites } from "@octavo/core/delivery/site-exports/StaticSites"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { traced } from "@octavo/core/kernel/shared/traced"
import { servicesLayer } from "@octavo/core/services"
import { Effect, Layer } from "effect"
import type { OctavoConfig } from "./config.ts"
import { remoteImagesOf } from "./settingKinds.ts"

/** Loaded when the first site is asked for. */
const load = Effect.promise(() =>
  Promise.all([import("@octavo/site"), import("@octavo/static-site/addresses"), import("@octavo/static-site/readSite")])
)

/** All that services are made of, but for what draws sites with them. */
type Ports = Exclude<Layer.Services<typeof servicesLayer>, StaticSites>

export const staticSitesLayer = ({ remoteImages }: Pick<OctavoConfig, "remoteImages">) =>
  Layer.effect(
    StaticSites,
    Effect.gen(function* () {
      const ports = yield* Effect.context<Ports>()
      const instance = yield* Instance
      const staticSites: StaticSites["Service"] = {
        read: traced("StaticSites.read")(function* (siteId, said, put) {
          const [{ SitePages }, { siteUrlOf, toPlace }, { readSite }] = yield* load
          const place = toPlace(said)
          const pages = SitePages.layer({ remoteImages: remoteImagesOf(remoteImages) === "load", asFiles: true }).pipe(
            Layer.provideMerge(servicesLayer),
            Layer.provide(Layer.succeed(StaticSites, staticSites)),
            Layer.provide(Layer.succeed(Instance, { ...instance, onlySite: siteId, onlySiteUrl: siteUrlOf(place) })),
            Layer.provide(Layer.succeedContext(ports))
          )
          // built anew for each site: the server's own are of another address
          return yield* Effect.provide(readSite(place, put), pages, { local: true })
        })
      }
      return staticSites
    })
  )
