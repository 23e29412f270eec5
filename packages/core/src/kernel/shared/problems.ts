/** What is wrong with input, in words for whoever wrote it: no names of types, and for each place what it must be. */
import { type SchemaAST, SchemaIssue } from "effect"

export interface Problem {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

const standard = SchemaIssue.makeFormatterStandardSchemaV1()

/** The places of an issue, each with a sentence that goes on after its path: `is missing`, `must be a string`. */
export const problemsOf = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey> = []): ReadonlyArray<Problem> => {
  switch (issue._tag) {
    case "Pointer":
      return problemsOf(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return problemsOf(issue.issue, path)
    case "Composite":
      return issue.issues.flatMap((one) => problemsOf(one, path))
    case "AnyOf":
      if (issue.issues.length > 0) return issue.issues.flatMap((one) => problemsOf(one, path))
  }
  return standard(issue).issues.map(({ message, path: below = [] }) => ({
    path: [...path, ...below.map((step) => (typeof step === "object" ? step.key : step))],
    message: plainly(issue, message)
  }))
}

/** The library's words, unless they are about types. */
const plainly = (issue: SchemaIssue.Issue, message: string): string => {
  if (message === "Missing key") return "is missing"
  if (!message.startsWith("Expected ") || (issue._tag !== "InvalidType" && issue._tag !== "AnyOf")) return message
  const wanted = describe(issue.ast)
  return wanted === undefined ? message : `must be ${wanted}`
}

const describe = (ast: SchemaAST.AST): string | undefined => {
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return "a string"
    case "Number":
      return "a number"
    case "Boolean":
      return "true or false"
    case "Null":
      return "null"
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Objects":
      return "an object"
    case "Arrays":
      return "a list"
    case "Suspend":
      return describe(ast.thunk())
    case "Union":
      return describeUnion(ast.types.filter((type) => type._tag !== "Undefined"))
  }
  return undefined
}

const describeUnion = (types: ReadonlyArray<SchemaAST.AST>): string | undefined => {
  const [only] = types
  if (only !== undefined && types.length === 1) return describe(only)
  if (types.every((type) => type._tag === "Literal")) {
    return `one of ${types.map(({ literal }) => literal).join(", ")}`
  }
  const told = discriminated(types)
  if (told !== undefined) return told
  const words = types.map(describe)
  return words.some((word) => word === undefined) ? undefined : [...new Set(words)].join(" or ")
}

/** Objects that a field tells apart. */
const discriminated = (types: ReadonlyArray<SchemaAST.AST>): string | undefined => {
  const literals = types.map((type) =>
    type._tag !== "Objects"
      ? []
      : type.propertySignatures.flatMap(({ name, type }) =>
          type._tag === "Literal" ? [[String(name), String(type.literal)] as const] : []
        )
  )
  const field = literals[0]?.find(([name]) => literals.every((fields) => fields.some(([other]) => other === name)))?.[0]
  if (field === undefined) return undefined
  const values = literals.flatMap((fields) => fields.flatMap(([name, value]) => (name === field ? [value] : [])))
  return `an object whose ${field} is one of ${[...new Set(values)].join(", ")}`
}
