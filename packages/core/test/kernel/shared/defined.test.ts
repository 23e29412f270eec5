import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import * as fc from "fast-check"
import { expect, it } from "vitest"

interface Page {
  readonly id: string
  readonly title?: string
  readonly icon?: string | null
}

const value = fc.oneof(fc.constant(undefined), fc.constant(null), fc.constant(""), fc.constant(0), fc.boolean())

it("Of all objects those fields stay that are not undefined, in their order, and the object itself is left alone", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (fields) => {
      const before = { ...fields }
      expect(Object.entries(defined(fields))).toEqual(Object.entries(fields).filter(([, one]) => one !== undefined))
      expect(fields).toEqual(before)
    })
  )
})

it("What may be undefined is optional, and what is there stays", () => {
  const page = (title: string | undefined, icon: string | null | undefined): Page => ({
    id: "p",
    ...defined({ title, icon })
  })
  expect(Object.keys(page(undefined, undefined))).toEqual(["id"])
  expect(page("T", null)).toEqual({ id: "p", title: "T", icon: null })
  const whole: Page = defined({ id: "p", title: undefined })
  expect(Object.keys(whole)).toEqual(["id"])
  // @ts-expect-error a field that may be missing is not one that is there
  const missing: { readonly id: string } = defined({ id: undefined as string | undefined })
  expect(missing).toEqual({})
  // @ts-expect-error the kinds of the values stay
  const wrong: Page = { id: "p", ...defined({ title: 1 }) }
  expect(wrong.title).toBe(1)
})

it("Fields that a value gives are there with the value only", () => {
  const role = (change: { readonly before: string; readonly after: string } | undefined) => ({
    kind: "role",
    ...ifDefined(change, ({ before, after }) => ({ previousRole: before, role: after }))
  })
  expect(Object.keys(role(undefined))).toEqual(["kind"])
  expect(role({ before: "editor", after: "reader" })).toEqual({ kind: "role", previousRole: "editor", role: "reader" })
  // null, "" and 0 are values
  const page: Page = { id: "p", ...ifDefined("" as string | undefined, (icon) => ({ icon: icon || null })) }
  expect(page).toEqual({ id: "p", icon: null })
})
