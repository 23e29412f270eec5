/**
 * Fields that a record and what the API shows of it have in common, written once: with the shape of their values, of which
 * both types and the copy from one to the other are made.
 */
import { Schema, Struct } from "effect"
import { type Defined, defined } from "./defined.ts"

type Fields = Schema.Struct.Fields

export interface CommonFields<Always extends Fields, IfAny extends Fields> {
  /** Of the API's object: those that may be missing are optional. */
  readonly fields: Always & { readonly [Name in keyof IfAny]: Schema.optionalKey<IfAny[Name]> }
  /** What an object shows of a record. */
  readonly of: (record: Stored<CommonFields<Always, IfAny>>) => Shown<Always, IfAny>
}

/** The fields as records have them: `null` where there is none. */
export type Stored<Common> =
  Common extends CommonFields<infer Always, infer IfAny>
    ? { readonly [Name in keyof Always]: Always[Name]["Type"] } & {
        readonly [Name in keyof IfAny]: IfAny[Name]["Type"] | null
      }
    : never

/** The fields as objects have them. */
type Shown<Always extends Fields, IfAny extends Fields> = {
  readonly [Name in keyof Always]: Always[Name]["Type"]
} & { readonly [Name in keyof IfAny]?: IfAny[Name]["Type"] }

/** A record that is to be made: what can be `null` is, unless it is said. */
export type Unset<Record> = {
  readonly [Name in keyof Record as null extends Record[Name] ? never : Name]: Record[Name]
} & {
  readonly [Name in keyof Record as null extends Record[Name] ? Name : never]?: Record[Name]
}

/**
 * @param always those that are there
 * @param ifAny those that records keep as `null`, and objects leave out
 */
export const commonFields = <const Always extends Fields, const IfAny extends Fields>(
  always: Always,
  ifAny: IfAny
): CommonFields<Always, IfAny> => {
  const names = Object.keys(always)
  const maybe = Object.keys(ifAny)
  return {
    fields: { ...always, ...Struct.map(ifAny, Schema.optionalKey) } as any,
    of: (record: any) => {
      const shown: Record<string, unknown> = {}
      for (const name of names) shown[name] = record[name]
      for (const name of maybe) if (record[name] !== null) shown[name] = record[name]
      return shown as any
    }
  }
}

/** Of what is said, what these fields are; whatever else there is, a caller may not set. */
export const givenOf = <const Of extends Fields, Said extends object>(
  fields: Of,
  said: Said
): Defined<Pick<Said, keyof Of & keyof Said>> => defined(Struct.pick(said, Object.keys(fields) as Array<never>)) as any
