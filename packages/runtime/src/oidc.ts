/** The OpenID Connect provider of the settings. */
import { OidcProvider } from "@octavo/core/people/oidc/OidcProvider"
import { readOidcConfig } from "@octavo/oidc/config"
import { Effect, Layer } from "effect"
import { ConfigError, type OctavoConfig } from "./config.ts"
import { settings } from "./settings.ts"

/** `undefined` without one. Throws a `ConfigError` for settings that cannot be used. */
export const oidcConfig = (config: OctavoConfig) =>
  readOidcConfig(config, (name, problem) => {
    const { env, flag } = settings[name]
    throw new ConfigError(`--${flag} (${env}) ${problem}`)
  })

/** Loaded when there is one. */
export const oidcLayer = (config: OctavoConfig) =>
  Layer.unwrap(
    Effect.sync(() => oidcConfig(config)).pipe(
      Effect.flatMap((given) =>
        given === undefined
          ? Effect.succeed(Layer.empty)
          : Effect.map(
              Effect.promise(() => import("@octavo/oidc")),
              ({ make }) => Layer.succeed(OidcProvider, make(given))
            )
      )
    )
  )
