/**
 * A table as its store declares it once: each field of a record with the column that keeps it. From it come the select
 * list, the decoding of rows, and what is written; a field without a column, or with a column that gives another type,
 * does not compile.
 *
 * ```ts
 * const uploads = table<UploadRecord>()("uploads", {
 *   id: text.fixed, // column `id`, which updates leave alone
 *   contentType: text, // column `content_type`
 *   condition: text.orNull.at("condition_expression")
 * })
 * ```
 */
import type { Unset } from "@octavo/core/kernel/shared/commonFields"
import { documentOfJson } from "@octavo/core/kernel/shared/documentJson"
import type { RichDocument } from "@octavo/core/kernel/shared/richDocument"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"

/** How a column keeps its values: booleans as 0 and 1, JSON as text. */
export type Kind = "text" | "integer" | "boolean" | "json"

/** What binds to a statement. */
export type Parameter = string | number | null

/** Columns with their values, for `sql.insert` and `sql.update`. */
export type Values = Record<string, Parameter>

interface Traits {
  readonly name: string | undefined
  readonly isNullable: boolean
  readonly isComputed: boolean
  readonly isFixed: boolean
  readonly also: ReadonlyArray<readonly [column: string, of: (value: any) => Parameter]>
  readonly mapped: Mapping<any, any> | undefined
}

interface Mapping<A, Stored = number> {
  readonly decode: (stored: Stored) => A
  readonly encode: (value: A) => Stored
}

/**
 * A column of the kind `K`. `A` is the type of a mapped column's values; `Unmapped` without a mapping.
 *
 * Its name is the field's in snake_case (`photoURL`: `photo_url`), below the name of the group that it is in.
 */
export class Column<
  K extends Kind = Kind,
  Nullable extends boolean = boolean,
  Computed extends boolean = boolean,
  Fixed extends boolean = boolean,
  A = any
> {
  declare readonly type: {
    readonly nullable: Nullable
    readonly computed: Computed
    readonly fixed: Fixed
    readonly of: A
  }
  readonly kind: K
  readonly traits: Traits
  constructor(kind: K, traits: Traits) {
    this.kind = kind
    this.traits = traits
  }

  /** NULL is `null`. */
  get orNull(): Column<K, true, Computed, Fixed, A> {
    return new Column(this.kind, { ...this.traits, isNullable: true })
  }
  /** Of no table: whoever selects gives it by its name, nobody writes it. */
  get computed(): Column<K, Nullable, true, Fixed, A> {
    return new Column(this.kind, { ...this.traits, isComputed: true })
  }
  /** Written with the row, and not by updates. */
  get fixed(): Column<K, Nullable, Computed, true, A> {
    return new Column(this.kind, { ...this.traits, isFixed: true })
  }
  /** The values are of this type: for rows without a record of core, and JSON. */
  of<T>(): Column<K, Nullable, Computed, Fixed, T> {
    return new Column(this.kind, this.traits)
  }
  /** Has this name. */
  at(name: string): Column<K, Nullable, Computed, Fixed, A> {
    return new Column(this.kind, { ...this.traits, name })
  }
  /** Whenever it is written another column is, too, with what is made of its value: a key that it is found by. */
  also(column: string, of: (value: string) => Parameter): Column<K, Nullable, Computed, Fixed, A> {
    return new Column(this.kind, { ...this.traits, also: [...this.traits.also, [column, of]] })
  }
}

/** The values are as the kind says. */
type Unmapped = "unmapped"
type Plain<K extends Kind, A = Unmapped> = Column<K, false, false, false, A>

const plain: Traits = {
  name: undefined,
  isNullable: false,
  isComputed: false,
  isFixed: false,
  also: [],
  mapped: undefined
}

export const text: Plain<"text"> = new Column("text", plain)
/** A number that both databases may give as a bigint. */
export const integer: Plain<"integer"> = new Column("integer", plain)
export const boolean: Plain<"boolean"> = new Column("boolean", plain)
export const json: Plain<"json"> = new Column("json", plain)
/** A rich document, which is read where somebody looks into it. */
export const richDocument: Plain<"json", RichDocument> = new Column("json", {
  ...plain,
  mapped: {
    decode: (json: string) => documentOfJson<RichDocument>({ json }),
    encode: (document: RichDocument) => JSON.stringify(document)
  } satisfies Mapping<RichDocument, string>
})
/** An integer that means something else in the record: another unit. */
export const mapped = <A>(mapping: Mapping<A>): Plain<"integer", A> =>
  new Column("integer", { ...plain, mapped: mapping })

/** A group of columns that is `null` when one of them is NULL, as a LEFT JOIN gives it. */
export class Absent<Columns> {
  readonly columns: Columns
  readonly key: string
  constructor(columns: Columns, key: string) {
    this.columns = columns
    this.key = key
  }
}

/** @param key the field whose NULL says that there is nothing */
export const orNull = <Columns extends object>(key: keyof Columns & string, columns: Columns): Absent<Columns> =>
  new Absent(columns, key)

type KindFor<T> = [T] extends [boolean]
  ? "boolean"
  : [T] extends [string]
    ? "text"
    : [T] extends [number]
      ? "integer"
      : "json"

type Given<T> = Exclude<T, null | undefined>

type ColumnFor<T> =
  | Column<KindFor<Given<T>>, unknown extends T ? boolean : null extends T ? true : false, boolean, boolean, Unmapped>
  | Column<KindFor<Given<T>> | "integer", null extends T ? true : false, boolean, boolean, Given<T>>

type FieldFor<T> = unknown extends T
  ? ColumnFor<T>
  : undefined extends T
    ? never
    :
        | ColumnFor<T>
        | ([Given<T>] extends [object] ? (null extends T ? Absent<ColumnsFor<Given<T>>> : ColumnsFor<Given<T>>) : never)

/** A column, or a group of them, for each field. */
export type ColumnsFor<Fields> = { readonly [Name in keyof Fields]-?: FieldFor<Fields[Name]> }

/** Whether a column, or all of a group, is of no table. */
type IsComputed<C> =
  C extends Column<Kind, boolean, infer Computed, boolean, any>
    ? Computed
    : C extends Absent<infer Columns>
      ? IsComputed<Columns>
      : { [Name in keyof C]: IsComputed<C[Name]> }[keyof C]
type IsFixed<C> = C extends Column<Kind, boolean, boolean, infer Fixed, any> ? Fixed : false

/** What is written of a field with a new row: what is computed is not. */
type IsInserted<Name, Columns> = Name extends keyof Columns
  ? IsComputed<Columns[Name]> extends true
    ? false
    : true
  : false

/** What can be `null` may be left out, and is NULL. */
type Inserted<Fields, Columns> = Unset<{
  readonly [Name in keyof Fields as IsInserted<Name, Columns> extends true ? Name : never]: Fields[Name]
}>

/** Whether updates leave the column of a field alone. */
type IsLeft<C> = IsComputed<C> extends true ? true : IsFixed<C>

type Patch<Fields, Columns> = {
  readonly [Name in keyof Fields as Name extends keyof Columns
    ? IsLeft<Columns[Name]> extends true
      ? never
      : Name
    : never]?: Fields[Name] | undefined
}

/** Changes that a table can write, all of them: one of another field, or of a fixed one, does not compile. */
export type Exactly<Given, Changes> = Given & { readonly [Name in Exclude<keyof Given, keyof Changes>]: never }

/** What the kinds of columns decode to. */
interface KindValues {
  readonly text: string
  readonly integer: number
  readonly boolean: boolean
  readonly json: unknown
}

type ValueOf<C> =
  C extends Column<infer K, infer Nullable, boolean, boolean, infer A>
    ? ([A] extends [Unmapped] ? KindValues[K] : A) | (Nullable extends true ? null : never)
    : C extends Absent<infer Columns>
      ? FieldsOf<Columns> | null
      : FieldsOf<C>

/** The fields that columns give. */
export type FieldsOf<Columns> = { readonly [Name in keyof Columns]: ValueOf<Columns[Name]> }

declare const of: unique symbol
/** A row that was selected with a table's columns: for its `decode` alone. */
export interface Row<Fields> {
  readonly [of]: Fields
}

export interface Table<Fields, Insert = Fields, Changes = Partial<Fields>> {
  readonly name: string
  /** The columns with their kinds, without those that are computed. */
  readonly shape: ReadonlyArray<{ readonly name: string; readonly kind: Kind; readonly isNullable: boolean }>
  /**
   * The select list.
   * @param alias of the table in the statement
   * @param group the field of another record that the columns are of, as `user`: then they are called `user_id` ...
   */
  readonly columns: (alias?: string, group?: string) => Statement.Fragment
  readonly decode: (row: Row<Fields>) => Fields
  /** All columns of a new row: NULL where nothing is said. */
  readonly insert: (record: Insert) => Values
  /** The columns of the fields that are there. */
  readonly patch: <Given extends Changes>(changes: Exactly<Given, Changes>) => Values
}

/** What a table decodes to. */
export type FieldsOfTable<T> = T extends Table<infer Fields, any, any> ? Fields : never

/** Name of a column by the rule: `photoURL` is `photo_url`. */
export const columnName = (field: string): string =>
  field
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()

/** A column in its place: the fields that lead to it, and its name. */
interface Place {
  readonly path: ReadonlyArray<string>
  readonly name: string
  readonly column: Column
}

type Tree = Readonly<Record<string, Column | Absent<object> | object>>

const inside = (field: unknown): Tree => (field instanceof Absent ? field.columns : field) as Tree

const placesOf = (tree: Tree, path: ReadonlyArray<string> = []): ReadonlyArray<Place> =>
  Object.entries(tree).flatMap(([field, column]) =>
    column instanceof Column ? [place(column, [...path, field])] : placesOf(inside(column), [...path, field])
  )

const place = (column: Column, path: ReadonlyArray<string>): Place => ({
  path,
  name: column.traits.name ?? path.map(columnName).join("_"),
  column
})

const quoted = (text: string): string => JSON.stringify(text)

/** Source of what makes the fields of a row: the code that one would write by hand, so that a row costs no more. */
const decoding = (tree: Tree, path: ReadonlyArray<string>, mappings: Array<unknown>): string => {
  const fields = Object.entries(tree).map(([field, column]) => {
    const here = [...path, field]
    if (column instanceof Column) return `${quoted(field)}: ${decoded(place(column, here), mappings)}`
    const group = decoding(inside(column), here, mappings)
    if (!(column instanceof Absent)) return `${quoted(field)}: ${group}`
    const key = place(inside(column)[column.key] as Column, [...here, column.key])
    return `${quoted(field)}: row[${quoted(key.name)}] === null ? null : ${group}`
  })
  return `{ ${fields.join(", ")} }`
}

const decoded = ({ column: { kind, traits }, name }: Place, mappings: Array<unknown>): string => {
  const value = `row[${quoted(name)}]`
  if (kind === "text") return value
  const json = traits.mapped === undefined ? `JSON.parse(${value})` : value
  const read = kind === "json" ? json : kind === "boolean" ? `Number(${value}) === 1` : `Number(${value})`
  const given = traits.mapped === undefined ? read : `mappings[${mappings.push(traits.mapped.decode) - 1}](${read})`
  return traits.isNullable ? `${value} === null ? null : ${given}` : given
}

const encoded = ({ kind, traits }: Column, value: any): Parameter => {
  if (value === null || value === undefined) return null
  if (traits.mapped !== undefined) return traits.mapped.encode(value)
  if (kind === "json") return JSON.stringify(value)
  return kind === "boolean" ? (value ? 1 : 0) : value
}

/** The value at a path; `undefined` where it, or what it is in, is not there. */
const valueAt = (record: any, path: ReadonlyArray<string>): unknown => {
  let value = record
  for (const field of path) value = value?.[field]
  return value
}

/**
 * Declares a table whose rows are these records.
 *
 * @param columns of each field; what is computed has to be selected beside `columns()`
 */
export const table =
  <Fields extends object>() =>
  <const Columns extends ColumnsFor<Fields>>(
    name: string,
    columns: Columns & { readonly [Name in Exclude<keyof Columns, keyof Fields>]: never }
  ): Table<Fields, Inserted<Fields, Columns>, Patch<Fields, Columns>> => {
    const places = placesOf(columns as Tree)
    const stored = places.filter(({ column }) => !column.traits.isComputed)
    const changed = stored.filter(({ column }) => !column.traits.isFixed)
    const lists = new Map<string, Statement.Fragment>()
    const mappings: Array<unknown> = []
    const source = decoding(columns as Tree, [], mappings)
    const write = (record: object, into: ReadonlyArray<Place>, whole: boolean): Values => {
      const values: Values = {}
      for (const { column, name, path } of into) {
        const value = path.length === 1 ? (record as any)[path[0]!] : valueAt(record, path)
        if (value === undefined && !whole) continue
        values[name] = encoded(column, value)
        for (const [other, of] of column.traits.also) values[other] = of(value as string)
      }
      return values
    }
    return {
      name,
      shape: stored.map(({ column, name }) => ({ name, kind: column.kind, isNullable: column.traits.isNullable })),
      columns: (alias, group) => {
        const key = `${alias} ${group}`
        let list = lists.get(key)
        if (list === undefined) {
          const before = alias === undefined ? "" : `${alias}.`
          const called = (name: string) => (group === undefined ? "" : ` AS ${columnName(group)}_${name}`)
          list = literal(stored.map(({ name }) => `${before}${name}${called(name)}`).join(", "))
          lists.set(key, list)
        }
        return list
      },
      // the names are the descriptor's own
      decode: new Function("mappings", `return (row) => (${source})`)(mappings),
      insert: (record) => write(record, stored, true),
      patch: (changes) => write(changes, changed, false)
    }
  }

/** Declares a table whose rows are no record of core: the columns say what their fields are. */
export const tableOf = <const Columns extends Tree>(
  name: string,
  columns: Columns
): Table<FieldsOf<Columns>, Inserted<FieldsOf<Columns>, Columns>, Patch<FieldsOf<Columns>, Columns>> =>
  table<any>()(name, columns as any) as any

/** A table whose rows become other records than they are kept as; what is written stays as it is. */
export const mapTable = <Stored, Insert, Changes, Fields>(
  of: Table<Stored, Insert, Changes>,
  toRecord: (stored: Stored) => Fields
): Table<Fields, Insert, Changes> => ({ ...of, decode: (row) => toRecord(of.decode(row as Row<any>)) })
