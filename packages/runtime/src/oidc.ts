/** The OpenID Connect provider of the settings. */
import { OidcProvider } from "@octavo/core/people/oidc/OidcProvider"
import { readOidcConfig } from "@octavo/oidc/config"
import { Effect, Layer } from "effect"
import { ConfigError, type OctavoConfig } from "./config.ts"
import { labelOf } from "./settings.ts"

/** `undefined` without one. Throws a `ConfigError` for settings that cannot be used. */
export const oidcConfig = (config: OctavoConfig) => {
  const problems: Array<string> = []
  const provider = readOidcConfig(config, (name, problem) => problems.push(`${labelOf(name)} ${problem}`))
  if (problems.length > 0) throw new ConfigError(problems.join("\n"))
  return provider
}

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
