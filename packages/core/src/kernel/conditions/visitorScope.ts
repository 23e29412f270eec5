/**
 * What conditions and inline expressions see of a visitor: signed claims as `visitor.claims.x`, unsigned ones as
 * `visitor.claims.unsigned.x`, and neither where the other is (threat: claim confusion). Pure; `test/kernel/conditions/visitorScope.test.ts`.
 */
import type { Schema } from "effect"
import type { AdaptiveJsonSchema, Attribute } from "../../delivery/adaptive-schema/AdaptiveSchema.ts"
import type { Value } from "../expressions/Expression.ts"
import type { Claims, Visitor } from "./Visitor.ts"

export interface VisitorScope {
  readonly visitor: { readonly claims: { readonly [name: string]: Value } }
}

/**
 * @param schema of the site: then only claims that it describes are seen, of the type and among the values that it
 * gives. Without one, all are.
 */
export const visitorScope = ({ claims, unsigned }: Visitor, schema: AdaptiveJsonSchema | undefined): VisitorScope => {
  const { unsigned: described, ...signed } = schema?.properties ?? {}
  return {
    visitor: {
      claims: {
        ...(schema === undefined ? claims : fitting(claims, signed)),
        // last: a signed claim of this name is never taken for the unsigned ones, nor they for it
        unsigned:
          schema === undefined ? unsigned : described?.type === "object" ? fitting(unsigned, described.properties) : {}
      }
    }
  }
}

const fitting = (claims: Claims, properties: { readonly [name: string]: Attribute }): Claims => {
  const kept: Record<string, Schema.Json> = {}
  for (const [name, attribute] of Object.entries(properties)) {
    const value = Object.hasOwn(claims, name) ? fit(claims[name]!, attribute) : undefined
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** The value as far as it is what the attribute describes. */
const fit = (value: Schema.Json, attribute: Attribute): Schema.Json | undefined => {
  switch (attribute.type) {
    case "string":
      return typeof value === "string" && (attribute.enum?.includes(value) ?? true) ? value : undefined
    case "boolean":
    case "number":
      return typeof value === attribute.type ? value : undefined
    case "array":
      return isList(value) ? value.filter((item) => fit(item, attribute.items) !== undefined) : undefined
    case "object":
      return typeof value === "object" && value !== null && !isList(value)
        ? fitting(value as Claims, attribute.properties)
        : undefined
  }
}

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)
