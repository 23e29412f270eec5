/** `builtin:openapi`: pages that are made of an OpenAPI specification, and follow its versions. */
import { Effect, Layer } from "effect"
import { Instance } from "../../kernel/shared/Instance.ts"
import { type ComputedSource, ComputedSources } from "../revisions/computed/ComputedSources.ts"
import { ApiReference } from "./ApiReference.ts"
import { computedPages, computedText, readProps } from "./computedPages.ts"
import { isRecord } from "./description/Description.ts"
import { operationAbout } from "./description/operationView.ts"
import { publishedAt } from "./OpenApiSpec.ts"

export const openApiSourceLayer = Layer.effect(
  ComputedSources,
  Effect.gen(function* () {
    const others = yield* ComputedSources
    const reference = yield* ApiReference
    const instance = yield* Instance
    const source: ComputedSource = {
      type: "builtin:openapi",
      resolve: (space, dependencies) =>
        Effect.gen(function* () {
          const { spec } = dependencies
          const ref = isRecord(spec) ? spec["ref"] : undefined
          if (!isRecord(ref) || ref["kind"] !== "openapi" || typeof ref["spec"] !== "string") return undefined
          const latest = yield* reference.latest(space.organizationId, ref["spec"])
          if (latest === undefined) return undefined
          const { isPublic, slug, specId, version } = latest
          return { spec: { ref: { kind: "openapi", spec: slug }, value: { version, id: specId, public: isPublic } } }
        }),
      pages: ({ dependencies, props }) =>
        Effect.map(opened(dependencies), (found) =>
          found === undefined ? [] : computedPages(found.index, readProps(props))
        ),
      document: ({ dependencies, props }) =>
        Effect.map(opened(dependencies), (found) =>
          found === undefined ? "" : computedText(found.index, found.spec, props, found.aboutOf)
        )
    }
    /** The version that was resolved, and how texts name it. */
    const opened = Effect.fnUntraced(function* (dependencies: { readonly [name: string]: unknown }) {
      const { spec } = dependencies
      const value = isRecord(spec) ? spec["value"] : undefined
      const ref = isRecord(spec) ? spec["ref"] : undefined
      if (!isRecord(value) || !isRecord(ref)) return undefined
      const [id, slug, version] = [String(value["id"]), String(ref["spec"]), String(value["version"])]
      const description = yield* reference.version(id, version)
      const url = value["public"] === true ? publishedAt(instance, { id, slug }) : undefined
      return (
        description && {
          index: description.index,
          spec: { slug, url },
          aboutOf: ({ method, path }: { readonly method: string; readonly path: string }) =>
            operationAbout(description, path, method)
        }
      )
    })
    return new Map([...others, [source.type, source]])
  })
)
