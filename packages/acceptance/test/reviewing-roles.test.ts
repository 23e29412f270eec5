/** Who sees which button of a change request in the web application: none that would be refused, and each that would not. */
import type { Role } from "@octavo/core/kernel/shared/roles"
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/stores.ts"
import { executable, settings, start } from "../src/writing.ts"

const roles = ["read", "comment", "edit", "review", "create", "admin"] as const satisfies ReadonlyArray<Role>

/** Buttons of a change request, the lowest role that has each, and the operation behind it. */
const controls: ReadonlyArray<readonly [string, Role, "POST" | "PATCH" | "PUT", string, object?]> = [
  ["Send", "comment", "POST", "/comments", { body: { markdown: "Well." } }],
  ["Resolve", "comment", "PUT", "/comments/{comment}", { resolved: true }],
  ["React", "comment", "PUT", "/comments/{comment}", { addedReactions: ["🎉"] }],
  ["Edit subject and description", "edit", "PATCH", "", { subject: "Other" }],
  ["Request review", "edit", "POST", "/requested-reviewers", { users: ["{admin}"] }],
  ["Update from live content", "edit", "POST", "/update", {}],
  ["Archive", "edit", "PATCH", "", { status: "archived" }],
  ["Approve", "review", "POST", "/reviews", { status: "approved" }],
  ["Request changes", "review", "POST", "/reviews", { status: "changes-requested" }],
  ["Merge", "review", "POST", "/merge"]
]

describe.skipIf(executable === undefined)("A change request in the browser, by role", () => {
  const { ask, changeRequest, furnished, world, writing } = start(sqlite)

  it.each(roles)("the role %s has the buttons that it may use, and no other one", settings, async (role) => {
    const { page: id, space } = await furnished()
    const draft = await changeRequest(space, "Look")
    const at = `/spaces/${space}/change-requests/${draft.id}`
    await ask(world().admin, "patch", at, { status: "open" })
    const { id: comment } = await ask(world().admin, "post", `${at}/comments`, { body: { markdown: "Well." } })
    await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [{ operation: "update_page", page: id, document: { markdown: "Live.\n" } }]
    })
    const person = await world().member(role)
    const may = (lowest: Role) => roles.indexOf(role) >= roles.indexOf(lowest)
    await writing(
      `${space}/~/changes/${draft.number}`,
      async ({ check, page }) => {
        await check("Look")
        await page.getByText("Well.").waitFor()
        await page.getByText("The live content has changed").waitFor()
        for (const [name, lowest] of controls) {
          const count = () => page.getByRole("button", { name, exact: true }).count()
          await expect.poll(count, { message: name }).toBe(may(lowest) ? 1 : 0)
        }
      },
      { as: person }
    )
    for (const [name, lowest, method, path, body] of controls.filter(([, lowest]) => !may(lowest))) {
      const sent = body && JSON.parse(JSON.stringify(body).replace("{admin}", world().admin.id))
      const { status } = await person.client.request(method, `/v1${at}${path.replace("{comment}", comment)}`, {
        body: sent
      })
      expect([name, lowest, status]).toEqual([name, lowest, 403])
    }
  })

  it("who may only read sees no button that would be refused", settings, async () => {
    const { space } = await furnished()
    const draft = await changeRequest(space, "Look")
    const reader = await world().member("read")
    await writing(
      `${space}/~/changes/${draft.number}`,
      async ({ check, page }) => {
        await check("Look")
        await page.getByRole("region", { name: "Reviews" }).waitFor()
        const names = await page.getByRole("main").getByRole("button").allTextContents()
        expect(names.filter((name) => !/^(?:Page|Source|Next change|Previous change)$/.test(name))).toEqual([])
      },
      { as: reader }
    )
  })
})
