/** Which tags that may stand alone have an end tag (`docs/contributing/dialect.md#tags`: void unless a matching end tag follows). */
import type { Event } from "./assemble.ts"
import { type TagToken, tagShape } from "./tag-scan.ts"

interface Scope {
  name: string
  ends: Map<string, number>
}

/**
 * The openers among the events that an end tag belongs to. Walks backwards and keeps the end tags that wait for an
 * opener, by the container tag that they stand in, so that an end tag is never looked for outside of its container.
 */
export const findWrapped = (events: ReadonlyArray<Event>): ReadonlySet<TagToken> => {
  const wrapped = new Set<TagToken>()
  const scopes: Scope[] = [{ name: "", ends: new Map() }]
  const open = new Map<string, number>()
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i]!
    if (event.kind !== "tag" || tagShape(event.token.name) === "void") continue
    const { token } = event
    const container = tagShape(token.name) === "container"
    const count = open.get(token.name) ?? 0
    if (container && token.kind === "close") {
      scopes.push({ name: token.name, ends: new Map() })
      open.set(token.name, count + 1)
    } else if (container && count > 0) {
      for (let scope = scopes.pop()!; ; scope = scopes.pop()!) {
        open.set(scope.name, open.get(scope.name)! - 1)
        if (scope.name === token.name) break
      }
    } else if (!container) {
      const ends = scopes[scopes.length - 1]!.ends
      const waiting = ends.get(token.name) ?? 0
      if (token.kind === "close") ends.set(token.name, waiting + 1)
      else if (waiting > 0) {
        ends.set(token.name, waiting - 1)
        wrapped.add(token)
      }
    }
  }
  return wrapped
}
