/** Conditions that a schema suggests: one for each thing that can be asked of an attribute. Pure. */
import { expressionLimits } from "../../kernel/expressions/Expression.ts"
import { codePoints } from "../../kernel/shared/text.ts"
import type { AdaptiveJsonSchema, Attribute, Primitive, TemplateCondition } from "./AdaptiveSchema.ts"

/** More suggestions than anybody reads are cut. */
export const mostTemplates = 1000

/** In the order of the schema; each can be read by `parseExpression`, and holds for no visitor without claims. */
export const templateConditions = ({ properties }: AdaptiveJsonSchema): ReadonlyArray<TemplateCondition> =>
  ofProperties(properties, "visitor.claims", "")
    .filter(({ condition }) => codePoints(condition) <= expressionLimits.length)
    .slice(0, mostTemplates)

const ofProperties = (
  properties: { readonly [name: string]: Attribute },
  of: string,
  label: string
): ReadonlyArray<TemplateCondition> =>
  Object.entries(properties).flatMap(([name, attribute]) =>
    suggested(attribute, of + member(name), label === "" ? name : `${label} ${name}`)
  )

const suggested = (attribute: Attribute, at: string, label: string): ReadonlyArray<TemplateCondition> => {
  const { description } = attribute
  const one = (what: string, condition: string): TemplateCondition => ({
    description: description === "" ? `${label} ${what}` : `${label} ${what}: ${description}`,
    condition
  })
  switch (attribute.type) {
    case "object":
      return ofProperties(attribute.properties, at, label)
    case "array": {
      const values = valuesOf(attribute.items)
      return values.length === 0
        ? [one("is not empty", `${at}.length > 0`)]
        : values.map((value) => one(`has ${value}`, `${value} in ${at}`))
    }
    case "number":
      return [one("is more than 0", `${at} > 0`)]
    case "boolean":
    case "string": {
      const values = valuesOf(attribute)
      return values.length === 0
        ? [one("is known", `${at} != null`)]
        : values.map((value) => one(`is ${value}`, `${at} === ${value}`))
    }
  }
}

/** The values that an attribute may have, as an expression writes them; none when it may have any. */
const valuesOf = (attribute: Primitive): ReadonlyArray<string> =>
  attribute.type === "boolean"
    ? ["true", "false"]
    : attribute.type === "string"
      ? (attribute.enum ?? []).map(quoted)
      : []

const plainName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

const member = (name: string): string => (plainName.test(name) ? `.${name}` : `[${quoted(name)}]`)

/** A text as an expression writes it. */
const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`
