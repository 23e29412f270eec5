/** The audit log: what addresses ask for, and events in words and as a table. */
import { expect, it } from "vitest"
import type { AuditEvent } from "../src/logic/api.ts"
import {
  actorName,
  auditFacts,
  auditFilterOf,
  auditQuery,
  auditTable,
  exportedWords,
  groupedActions,
  kindOf,
  objectAddress,
  objectName,
  withField
} from "../src/logic/audit.ts"

const none = new Map<string, string>()
const event = (more: Partial<AuditEvent> = {}): AuditEvent => ({
  object: "audit-event",
  id: "e1",
  occurredAt: "2026-03-01T12:00:00.000Z",
  action: "space.update",
  actor: { type: "user", id: "u1", label: "Ada" },
  source: "api",
  target: { type: "space", id: "s1", label: "Handbook" },
  urls: { location: "" },
  ...more
})

it("an address asks for what it can, and for no more", () => {
  const whole = { person: "u1", action: "space.update", object: "s1", from: "2026-03-01", to: "2026-03-02" }
  expect(auditFilterOf({ ...whole, event: "e1", other: "x" })).toEqual(whole)
  for (const day of ["2026-13-01x", "today", "", 20260301, "2026-03", null, "2026-03-01T00:00:00Z"])
    expect(auditFilterOf({ from: day, to: day }), String(day)).toEqual({})
  expect(auditFilterOf({ person: 5, action: "a".repeat(257), object: ["s1"] })).toEqual({})
  expect(withField(whole, "person", "")).toEqual({ ...whole, person: undefined } satisfies object)
  expect(Object.keys(withField(whole, "person", ""))).not.toContain("person")
  expect(withField({}, "object", "s2")).toEqual({ object: "s2" })
})

it("days are those of this computer, both within, whatever the clocks do on them", () => {
  // in the year that is looked at some places have days of 23 and of 25 hours
  for (let day = 1; day <= 365; day++) {
    const at = new Date(2026, 0, day, 12)
    const name = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, "0")).join("-")
    const { from, to } = auditQuery({ from: name, to: name })
    expect(new Date(from!).getTime(), name).toBe(new Date(2026, 0, day).getTime())
    expect(new Date(to!).getTime() + 1, name).toBe(new Date(2026, 0, day + 1).getTime())
  }
  expect(auditQuery({ person: "u", action: "a", object: "o" })).toEqual({ actor: "u", action: "a", target: "o" })
  expect(auditQuery({})).toEqual({})
})

it("actions stand under what they are about, each once, unknown ones at the end", () => {
  const actions = ["new.thing", "space.create", "member.add", "team.create", "invite-link.delete"].map((id) => ({
    object: "audit-event-action" as const,
    id,
    label: id
  }))
  expect(groupedActions(actions).map(([title, some]) => [title, some.map(({ id }) => id)])).toEqual([
    ["Spaces", ["space.create"]],
    ["People", ["member.add", "team.create", "invite-link.delete"]],
    ["Other", ["new.thing"]]
  ])
})

it("objects and people have names, as they were then, as they are now, or by what they are", () => {
  expect(objectName(event(), new Map([["s1", "Renamed"]]))).toBe("Handbook")
  const unnamed = event({ target: { type: "space", id: "s1" } })
  expect([objectName(unnamed, new Map([["s1", "Docs"]])), objectName(unnamed, none)]).toEqual(["Docs", "Space"])
  expect(["user", "change-request", "openapi", "new-kind"].map(kindOf)).toEqual([
    "Person",
    "Change request",
    "OpenAPI specification",
    "New kind"
  ])
  expect(actorName(event())).toBe("Ada")
  expect(actorName(event({ actor: { type: "user", id: "u1", label: "" } }))).toBe("Somebody")
  expect(actorName(event({ actor: { type: "system", id: "operator" } }))).toBe("Octavo")
})

it.each([
  ["space.update", "space", {}, "/s/x"],
  ["collection.create", "collection", {}, "/c/x"],
  ["site.publish", "site", {}, "/o/o1/sites/x"],
  ["team.update", "team", {}, "/o/o1/teams/x"],
  ["member.add", "user", {}, "/o/o1/people"],
  ["organization.update", "organization", {}, "/o/o1/settings"],
  ["webhook.disable", "webhook", {}, "/o/o1/webhooks/x"],
  ["session.refuse", "saml-provider", {}, "/o/o1/sign-in"],
  ["change-request.merge", "change-request", { space: "s1" }, "/s/s1/~/changes/x"],
  ["change-request.merge", "change-request", {}, undefined],
  ["space.delete", "space", {}, undefined],
  ["space.purge", "space", {}, undefined],
  ["member.remove", "user", {}, undefined],
  ["token.create", "token", {}, undefined]
])("%s of %s with %o leads to %s", (action, type, payload, address) => {
  expect(objectAddress("o1", { action, payload, target: { type, id: "x" } })).toBe(address)
})

it("what changed is told field by field", () => {
  const names = new Map([["s1", "Handbook"]])
  const payload = {
    title: { before: "Old", after: "New" },
    parent: { before: null, after: "s1" },
    mergeRules: { type: "none" },
    sso: false,
    conflicts: 0,
    spaces: ["s1", "s2"],
    empty: []
  }
  expect(auditFacts(payload, names)).toEqual([
    { name: "Title", before: "Old", value: "New" },
    { name: "Parent", before: "Nothing", value: "Handbook" },
    { name: "Merge rules", value: '{\n  "type": "none"\n}' },
    { name: "Sso", value: "No" },
    { name: "Conflicts", value: "0" },
    { name: "Spaces", value: "Handbook, s2" },
    { name: "Empty", value: "Nothing" }
  ])
})

it("a table has a row for each event, and nothing in it is a formula", () => {
  const labels = new Map([["space.update", "Space settings changed"]])
  for (const title of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", 'say "no", twice\r\nand again']) {
    const table = auditTable([event({ target: { type: "space", id: "s1", label: title } }), event()], labels)
    const [, ...rows] = table.split(/\r\n(?=")/)
    expect(rows.length, title).toBe(2)
    expect(rows[0]).toContain(/^\W/.test(title) ? `"'${title}"` : `"${title.replaceAll('"', '""')}"`)
    expect(table).not.toMatch(/(?:^|,)"[=+\-@\t\r]/m)
  }
  expect(auditTable([event()], labels)).toBe(
    [
      '"Time","Person","Person id","Action","What","Kind","Object","Object id","Through","Event id"',
      '"2026-03-01T12:00:00.000Z","Ada","u1","space.update","Space settings changed","Space","Handbook","s1","api","e1"',
      ""
    ].join("\r\n")
  )
})

it("a file that does not have all says so", () => {
  expect([exportedWords(1, 1, "a.csv"), exportedWords(3, 3, "a.csv")]).toEqual([
    "1 event of the audit log is in a.csv",
    "3 events of the audit log are in a.csv"
  ])
  expect(exportedWords(10_000, 12_000, "a.csv")).toMatch(/^The newest 10000 of 12,000 events are in a\.csv/)
})
