import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { actions, auditActions } from "../src/areas.ts"
import { areas as connections } from "../src/connections/areas.ts"
import { areas as content } from "../src/content/areas.ts"
import { areas as delivery } from "../src/delivery/areas.ts"
import { areas as people } from "../src/people/areas.ts"
import type { AuditEntry } from "../src/people/audit/AuditEvent.ts"
import type { ActionName } from "../src/people/permissions/actions.ts"

const src = new URL("../src/", import.meta.url)
const floors: Readonly<Record<string, ReadonlyArray<object>>> = { people, content, delivery, connections }

it.each(Object.entries(floors))("every face on the floor %s is in its list", async (floor, areas) => {
  const faces = globSync(`${floor}/*/area.ts`, { cwd: src })
  const listed = await Promise.all(faces.map((face) => import(new URL(face, src).href)))
  expect(new Set(areas)).toEqual(new Set(listed))
  expect(areas).toHaveLength(faces.length)
})

it("every service of core with a layer is in the face of its area, or in what stands between the floors", () => {
  const between = ["services.ts", "listeners.ts"].map((file) => readFileSync(new URL(file, src), "utf8")).join("\n")
  const forgotten = globSync("*/*/**/*.ts", { cwd: src }).flatMap((file) => {
    const [floor, area] = file.split("/")
    if (floor === "kernel") return []
    const text = readFileSync(new URL(file, src), "utf8")
    const names = [
      ...[...text.matchAll(/^export class (\w+) extends Context\.Service[\s\S]*?^ {2}static readonly layer = /gm)].map(
        ([, name]) => `${name}.layer`
      ),
      ...[...text.matchAll(/^export const (\w+Layer) = Layer\./gm)].map(([, name]) => name!)
    ]
    const face = globSync(`${floor}/${area}/area.ts`, { cwd: src }).map((path) =>
      readFileSync(new URL(path, src), "utf8")
    )
    return names
      .filter((name) => ![...face, between].some((one) => one.includes(name)))
      .map((name) => `${file}: ${name}`)
  })
  expect(forgotten).toEqual([])
})

it("what areas say of themselves is in the tables of all", () => {
  expect(actions["glossary.edit"]).toEqual({ role: "create", scope: undefined })
  expect(auditActions["glossary.update"]).toBe("Glossary changed")
  for (const areas of Object.values(floors)) {
    for (const area of areas) {
      const own = area as { readonly actions?: object; readonly auditActions?: object }
      expect(actions).toMatchObject(own.actions ?? {})
      expect(auditActions).toMatchObject(own.auditActions ?? {})
    }
  }
})

it("names that no area has do not compile", () => {
  // @ts-expect-error no such action
  const action: ActionName = "glossary.burn"
  // @ts-expect-error nothing that is recorded
  const recorded: AuditEntry["action"] = "glossary.burnt"
  expect([action in actions, recorded in auditActions]).toEqual([false, false])
})
