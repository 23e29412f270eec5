/**
 * Objects with only the fields that are there. Optional fields never hold `undefined` (`exactOptionalPropertyTypes`), so
 * what may be missing is left out: `{ id, ...defined({ title, icon: input.icon }) }`.
 */

/** Fields that may be `undefined` are optional instead. */
export type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value; `null` is one. */
export const defined = <Fields extends object>(fields: Fields): Defined<Fields> => {
  const kept: Partial<Fields> = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept as unknown as Defined<Fields>
}

/** The fields that a value gives, and none of them without the value. */
export const ifDefined = <Value, Fields extends object>(
  value: Value | undefined,
  fields: (value: Value) => Fields
): { [Name in keyof Fields]?: Fields[Name] } => (value === undefined ? {} : fields(value))

/** Fields that may be `null` are optional instead. */
export type Present<Fields> = {
  [Name in keyof Fields as null extends Fields[Name] ? never : Name]: Fields[Name]
} & { [Name in keyof Fields as null extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], null> }

/** The fields of a record that are not `null`: what has no value there is left out of an answer. */
export const present = <Fields extends object>(fields: Fields): Present<Fields> => {
  const kept: Partial<Fields> = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== null) kept[name] = value
  }
  return kept as unknown as Present<Fields>
}
