/** Attributes that differ. */
import type { Attrs } from "prosemirror-model"

/** Whether two values of JSON are equal, in whatever order their fields are. */
export const sameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [first, second] = [Object.entries(one), Object.keys(other)]
  if (first.length !== second.length) return false
  return first.every(([name, value]) => Object.hasOwn(other, name) && sameJson(value, (other as Attrs)[name]))
}

/** The names of those that are others, or not there, in one of the two. */
export const changedAttributes = (before: Attrs, after: Attrs): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !sameJson(before[name], after[name]))
