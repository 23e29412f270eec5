/** Fields of an input that its schema does not know: they are ignored, and whoever sent them is told so. */
import { type Schema, SchemaAST } from "effect"

/** What an input may be, as far as the names of its fields go. Scalars are nothing. */
interface Shape {
  /** Fields of any name are taken. */
  readonly open: boolean
  readonly objects: ReadonlyArray<ObjectShape>
  /** What the items of a list may be. */
  readonly items: ReadonlyArray<SchemaAST.AST>
}

interface ObjectShape {
  readonly fields: ReadonlyMap<string, SchemaAST.AST>
  /** Of fields with any name. */
  readonly others: ReadonlyArray<SchemaAST.AST>
  /** Fields that tell the alternatives of a union apart, with their values. */
  readonly tags: ReadonlyArray<readonly [name: string, values: ReadonlySet<unknown>]>
}

/** Most fields that are told of; one more is named, to tell that there are more. */
export const mostIgnored = 10
/** Most characters of a path. */
const longestPath = 100
/** Most values that are looked at: an input may be very large, and one is told of the first ones. */
const mostSteps = 20_000

/**
 * Paths of the fields that none of the schemas knows, like `rules.0.titel`: the first ones, and of the items of a list one
 * for each name. Where a union has alternatives with tags, the tags decide.
 */
export const ignoredFields = (schemas: ReadonlyArray<Schema.Top>, input: unknown): ReadonlyArray<string> => {
  const found = new Map<string, string>()
  let steps = 0
  const path: Array<string> = []
  const note = () => {
    const name = path.map((step) => (/^\d+$/.test(step) ? "*" : step)).join(".")
    if (!found.has(name)) found.set(name, cut(path.join(".")))
  }
  const isDone = () => ++steps > mostSteps || found.size > mostIgnored
  const walk = (value: unknown, asts: ReadonlyArray<SchemaAST.AST>): void => {
    if (value === null || typeof value !== "object" || isDone()) return
    const shapes = asts.map(shapeOf)
    if (shapes.some(({ open }) => open)) return
    if (Array.isArray(value)) {
      const items = shapes.flatMap((shape) => shape.items)
      if (items.length === 0) return
      for (let i = 0; i < value.length && !isDone(); i++) {
        path.push(String(i))
        walk(value[i], items)
        path.pop()
      }
      return
    }
    const alternatives = shapes.flatMap((shape) => shape.objects)
    const meant = alternatives.length < 2 ? alternatives : alternatives.filter((one) => isTagged(one, value))
    const objects = meant.length === 0 ? alternatives : meant
    // what is no object at all is refused
    if (objects.length === 0) return
    for (const name of Object.keys(value)) {
      if (isDone()) return
      const inner = (value as Record<string, unknown>)[name]
      if (inner === undefined) continue
      const below = objects.flatMap(({ fields, others }) => fields.get(name) ?? others)
      path.push(name)
      if (below.length === 0) note()
      else walk(inner, below)
      path.pop()
    }
  }
  walk(
    input,
    schemas.map(({ ast }) => ast)
  )
  return [...found.values()].slice(0, mostIgnored + 1)
}

const cut = (path: string): string => (path.length > longestPath ? `${path.slice(0, longestPath)}...` : path)

const isTagged = ({ tags }: ObjectShape, value: object): boolean =>
  tags.every(([name, values]) => {
    const tag = (value as Record<string, unknown>)[name]
    return tag === undefined || values.has(tag)
  })

const shapes = new WeakMap<SchemaAST.AST, Shape>()

/** Of what comes in, before it is decoded; worked out once for each schema. */
const shapeOf = (ast: SchemaAST.AST): Shape => {
  const known = shapes.get(ast)
  if (known !== undefined) return known
  const shape = makeShape(SchemaAST.toEncoded(ast))
  shapes.set(ast, shape)
  return shape
}

const scalar: Shape = { open: false, objects: [], items: [] }
const anything: Shape = { open: true, objects: [], items: [] }

const makeShape = (ast: SchemaAST.AST): Shape => {
  switch (ast._tag) {
    case "Any":
    case "Unknown":
    case "ObjectKeyword":
    case "Declaration":
      return anything
    case "Suspend":
      return shapeOf(ast.thunk())
    case "Union": {
      const members = ast.types.map(shapeOf)
      return {
        open: members.some(({ open }) => open),
        objects: members.flatMap(({ objects }) => objects),
        items: members.flatMap(({ items }) => items)
      }
    }
    case "Arrays":
      return { ...scalar, items: [...ast.elements, ...ast.rest] }
    case "Objects":
      return { ...scalar, objects: [objectShape(ast)] }
    default:
      return scalar
  }
}

const objectShape = (ast: SchemaAST.Objects): ObjectShape => ({
  fields: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type])),
  others: ast.indexSignatures.map(({ type }) => type),
  tags: ast.propertySignatures.flatMap(({ name, type }) => {
    const values = literalsOf(type)
    return values === undefined ? [] : [[String(name), new Set(values)] as const]
  })
})

/** The values of a field that has but some; `undefined` for all others. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  const encoded = SchemaAST.toEncoded(ast)
  if (encoded._tag === "Literal") return [encoded.literal]
  if (encoded._tag !== "Union") return undefined
  const values = encoded.types.map(literalsOf)
  return values.every((one) => one !== undefined) ? values.flat() : undefined
}
