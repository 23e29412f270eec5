import type { RichDocument } from "@octavo/core/kernel/shared/richDocument"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import {
  boolean,
  columnName,
  integer,
  json,
  mapped,
  mapTable,
  orNull,
  type Row,
  richDocument,
  table,
  tableOf,
  text,
  type Values
} from "../src/table.ts"

interface Thing {
  readonly id: string
  readonly photoURL: string | null
  readonly state: "on" | "off"
  readonly size: number
  readonly weight: number | null
  readonly active: boolean
  readonly links: ReadonlyArray<string>
  readonly icon: { readonly name: string } | null
  readonly seconds: number
  readonly actor: { readonly type: string; readonly label: string | null }
  readonly maker: { readonly id: string; readonly displayName: string } | null
  readonly note: RichDocument | null
  readonly comments: number
}

const columns = {
  id: text.fixed,
  photoURL: text.orNull.also("photo_key", (url) => url?.toLowerCase() ?? null),
  state: text,
  size: integer,
  weight: integer.orNull,
  active: boolean,
  links: json,
  icon: json.orNull,
  seconds: mapped({ decode: (ms) => ms / 1000, encode: (value: number) => value * 1000 }).at("duration"),
  actor: { type: text.at("actor_kind"), label: text.orNull },
  maker: orNull("id", { id: text, displayName: text }),
  note: richDocument.orNull,
  comments: integer.computed
} as const

const things = table<Thing>()("things", columns)

const drawn: fc.Arbitrary<Thing> = fc.record({
  id: fc.string(),
  photoURL: fc.option(fc.string()),
  state: fc.constantFrom("on", "off"),
  size: fc.integer(),
  weight: fc.option(fc.integer()),
  active: fc.boolean(),
  links: fc.array(fc.string()),
  icon: fc.option(fc.record({ name: fc.string() })),
  seconds: fc.integer({ min: 0, max: 1e6 }),
  actor: fc.record({ type: fc.string(), label: fc.option(fc.string()) }),
  maker: fc.option(fc.record({ id: fc.string(), displayName: fc.string() })),
  note: fc.option(
    fc.record({
      object: fc.constant("document"),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
      nodes: fc.array(fc.dictionary(fc.string(), fc.string()))
    })
  ),
  comments: fc.nat()
})

/** A row as a database gives what was inserted; integers as bigints where it does so. */
const rowOf = (values: Values, more: object, big: boolean) =>
  Object.fromEntries(
    Object.entries({ ...values, ...more }).map(([name, value]) => [
      name,
      big && typeof value === "number" ? BigInt(value) : value
    ])
  ) as object as Row<Thing>

it("A row of any record that was inserted decodes to that record", () => {
  fc.assert(
    fc.property(drawn, fc.boolean(), (thing, big) => {
      const values = things.insert(thing)
      expect(things.decode(rowOf(values, { comments: thing.comments }, big))).toEqual(thing)
      expect(values).not.toHaveProperty("comments")
      expect(Object.keys(values).filter((name) => name !== "photo_key")).toEqual(things.shape.map(({ name }) => name))
      expect(values["photo_key"]).toBe(thing.photoURL?.toLowerCase() ?? null)
    })
  )
})

it("Changes write the columns of the fields that are there, each with what is made of it, and no fixed one", () => {
  const { comments: _, id: __, ...changeable } = columns
  const names = Object.keys(changeable) as ReadonlyArray<Exclude<keyof Thing, "id" | "comments">>
  fc.assert(
    fc.property(drawn, fc.subarray([...names]), (thing, some) => {
      const whole = things.insert(thing)
      const changes = Object.fromEntries(names.map((name) => [name, some.includes(name) ? thing[name] : undefined]))
      const alone = Object.fromEntries(some.map((name) => [name, thing[name]]))
      const expected = Object.keys(things.patch(alone as Partial<Pick<Thing, (typeof names)[number]>>))
      expect(Object.keys(things.patch(changes as typeof alone as Partial<Pick<Thing, "state">>))).toEqual(expected)
      for (const [name, value] of Object.entries(things.patch(alone as Partial<Pick<Thing, "state">>))) {
        expect(value).toEqual(whole[name])
      }
    })
  )
  expect(things.patch({ photoURL: "A", state: undefined })).toEqual({ photo_url: "A", photo_key: "a" })
  expect(things.patch({ icon: null, active: false, seconds: 2 })).toEqual({ icon: null, active: 0, duration: 2000 })
  expect(things.patch({})).toEqual({})
})

it("Names of columns are those of fields in snake case", () => {
  const cases = {
    id: "id",
    photoURL: "photo_url",
    ssoURL: "sso_url",
    entityID: "entity_id",
    repoTreeURL: "repo_tree_url"
  }
  expect(Object.keys(cases).map(columnName)).toEqual(Object.values(cases))
  fc.assert(fc.property(fc.stringMatching(/^[a-z][a-zA-Z]*$/), (field) => /^[a-z_]+$/.test(columnName(field))))
})

it("The select list has every column once, of an alias or as a group's", () => {
  const users = table<{ readonly id: string; readonly displayName: string }>()("users", { id: text, displayName: text })
  const textOf = (list: ReturnType<typeof users.columns>) =>
    (list.segments as ReadonlyArray<{ readonly value?: string }>).map(({ value }) => value).join("")
  expect(textOf(users.columns())).toBe("id, display_name")
  expect(textOf(users.columns("u"))).toBe("u.id, u.display_name")
  expect(textOf(users.columns("u", "createdBy"))).toBe(
    "u.id AS created_by_id, u.display_name AS created_by_display_name"
  )
  expect(things.shape.map(({ name }) => name)).toContain("maker_display_name")
})

it("Rows become other records, and are written as they are kept", () => {
  const named = mapTable(
    table<{ readonly id: string; readonly title: string | null }>()("named", { id: text, title: text.orNull }),
    ({ id, title }) => ({ id, title: title ?? undefined })
  )
  const row = named.insert({ id: "a", title: null }) as object as Row<{ id: string; title: string | undefined }>
  expect(named.decode(row)).toEqual({ id: "a", title: undefined })
})

it("Fields without columns, columns of other types and changes of nothing that changes do not compile", () => {
  interface Small {
    readonly id: string
    readonly size: number | null
    readonly tags: ReadonlyArray<string>
  }
  const whole = { id: text, size: integer.orNull, tags: json } as const
  // @ts-expect-error the record has `tags`
  table<Small>()("small", { id: text, size: integer.orNull })
  // @ts-expect-error the record has no `more`
  table<Small>()("small", { ...whole, more: text })
  // @ts-expect-error a number is not kept as text
  table<Small>()("small", { ...whole, size: text.orNull })
  // @ts-expect-error the size may be null
  table<Small>()("small", { ...whole, size: integer })
  // @ts-expect-error the id may not be null
  table<Small>()("small", { ...whole, id: text.orNull })
  // @ts-expect-error a list is kept as JSON
  table<Small>()("small", { ...whole, tags: text })
  // @ts-expect-error a mapping to another type
  table<Small>()("small", { ...whole, size: mapped({ decode: (n) => String(n), encode: Number }).orNull })
  const small = table<Small>()("small", { ...whole, id: text.fixed })
  // @ts-expect-error the id is fixed
  small.patch({ id: "a" })
  // @ts-expect-error no such field, though the object is given by a name
  small.patch(((more: { readonly size: number; readonly other: string }) => more)({ size: 1, other: "" }))
  // @ts-expect-error all columns of a new row
  small.insert({ id: "a", size: 1 } as { readonly id: string; readonly size: number })
  const own = tableOf("own", { id: text, size: integer.orNull, kind: text.of<"a" | "b">() })
  const row = own.insert({ id: "a", size: null, kind: "a" }) as object as Parameters<typeof own.decode>[0]
  const { kind, size }: { readonly kind: "a" | "b"; readonly size: number | null } = own.decode(row)
  expect([kind, size]).toEqual(["a", null])
  // @ts-expect-error the kind is one of two
  own.insert({ id: "a", size: null, kind: "c" })
})
