/** Git and Octavo both changed the same places: Git's version waits in a change request, and people decide. */
import { join } from "node:path"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { commitFiles, type GitServer, git, startGitServer } from "@octavo/git-cli/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { exportOk, importOk, main, runExport, runImport } from "../src/imports.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 120_000

const files = {
  "SUMMARY.md": "* [Welcome](README.md)\n* [Install](install.md)\n* [Use](use.md)\n",
  "README.md": "# Welcome\n\nHello.\n",
  "install.md": "# Install\n\nRun it.\n\nThen rest.\n",
  "use.md": "# Use\n\nPress the button.\n"
}

onBothStores("Conflicts with Git", (store) => {
  let world: World
  let server: GitServer
  let root: string
  let count = 0

  beforeAll(async () => {
    world = await startWorld(store)
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root, { push: true })
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  interface Synced {
    readonly space: string
    readonly path: string
    readonly url: string
  }

  const synced = async (): Promise<Synced> => {
    const name = `docs-${++count}`
    const path = join(root, `${name}.git`)
    await commitFiles(path, files, "First words")
    const one = { space: await world.space("Docs"), path, url: `${server.url}/${name}.git` }
    await importOk(world.api, one.space, { url: one.url, ref: main })
    return one
  }
  const imported = ({ space, url }: Synced) => importOk(world.api, space, { url, ref: main })
  const exported = ({ space, url }: Synced, more = {}) => exportOk(world.api, space, { url, ref: main, ...more })
  /** An export that the conflict stops. */
  const stopped = ({ space, url }: Synced) => runExport(world.api, space, { url, ref: main })
  const page = async (space: string, path: string, at = "") =>
    (await world.api.get(`/v1/spaces/${space}${at}/content/path/${path}?format=markdown`)).body
  const write = async (space: string, path: string, text: string) => {
    const { id } = await page(space, path)
    await world.operate(Effect.flatMap(EditContent, (edits) => edits.replaceText(space, id, text)))
  }
  const requests = async (space: string) => (await world.api.get(`/v1/spaces/${space}/change-requests`)).body.items
  const draft = (id: string) => `/change-requests/${id}`
  /** Both change one line; Git changes another page, too. */
  const conflicting = async () => {
    const one = await synced()
    await write(one.space, "install", "# Install\n\nRun it twice.\n\nThen rest.\n")
    await commitFiles(
      one.path,
      { "install.md": "# Install\n\nRun it slowly.\n\nThen rest.\n", "use.md": "# Use\n\nPress a key.\n" },
      "Theirs"
    )
    return one
  }
  const resolve = async (space: string, id: string, text: string) => {
    const install = await page(space, "install", draft(id))
    const answer = await world.api.post(`/v1/spaces/${space}${draft(id)}/content`, {
      changes: [{ operation: "update_page", page: install.id, document: { markdown: text } }]
    })
    expect(answer.status, answer.text).toBe(200)
  }
  const merge = async (space: string, id: string) => {
    const answer = await world.api.post(`/v1/spaces/${space}${draft(id)}/merge`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const file = (path: string, name: string) => git(path, "show", `main:${name}`)
  const tip = (path: string) => git(path, "rev-parse", "refs/heads/main")

  it(
    "an import leaves the space as it is, and proposes Git's version with both in it",
    async () => {
      const one = await conflicting()
      const before = (await world.api.get(`/v1/spaces/${one.space}`)).body.revision
      const operation = await imported(one)
      expect(operation.revision).toBe(before)
      expect((await world.api.get(`/v1/spaces/${one.space}`)).body.revision).toBe(before)
      const [request, ...others] = await requests(one.space)
      expect(others).toEqual([])
      expect(request).toMatchObject({ id: operation.changeRequest, number: 1, status: "open", outdated: false })
      expect(request.subject).toBe("Changes from Git (main)")
      expect((await page(one.space, "use", draft(request.id))).markdown).toContain("Press a key.")
      const { markdown } = await page(one.space, "install", draft(request.id))
      expect(markdown).toContain("Run it twice.")
      expect(markdown).toContain("Run it slowly.")
      expect((await page(one.space, "install")).markdown).not.toContain("slowly")
    },
    patience
  )

  it(
    "what was merged counts as synchronized: nothing is asked again, and it is exported",
    async () => {
      const one = await conflicting()
      const { changeRequest } = await imported(one)
      await resolve(one.space, changeRequest!, "# Install\n\nRun it twice, slowly.\n\nThen rest.\n")
      expect(await merge(one.space, changeRequest!)).toMatchObject({ result: "merge" })
      const merged = (await world.api.get(`/v1/spaces/${one.space}`)).body.revision
      const again = await imported(one)
      expect(again).toMatchObject({ revision: merged })
      expect(again.changeRequest).toBeUndefined()
      await exported(one)
      expect(await file(one.path, "install.md")).toBe("# Install\n\nRun it twice, slowly.\n\nThen rest.")
      expect(await file(one.path, "use.md")).toBe("# Use\n\nPress a key.")
      await commitFiles(one.path, { "install.md": "# Install\n\nRun it twice, slowly.\n\nThen work.\n" }, "More")
      expect((await imported(one)).changeRequest).toBeUndefined()
      expect((await page(one.space, "install")).markdown).toContain("Then work.")
    },
    patience
  )

  it(
    "each place is settled where conflicts of drafts are, and is exported as it was decided",
    async () => {
      const one = await conflicting()
      const { changeRequest } = await imported(one)
      const at = `/v1/spaces/${one.space}${draft(changeRequest!)}`
      const { body } = await world.api.get(`${at}/conflicts`)
      expect(body).toMatchObject({
        count: 1,
        items: [
          {
            mine: "Run it twice.\n",
            theirs: "Run it slowly.\n",
            names: { mine: "Octavo", theirs: "Git" },
            canSettle: true
          }
        ]
      })
      const settled = [{ conflict: body.items[0].id, text: "Run it slowly, twice." }]
      const updated = await world.api.post(`${at}/update`, { settled })
      expect(updated.body, updated.text).toMatchObject({ result: "update" })
      expect((await world.api.get(`${at}/conflicts`)).body.items).toEqual([])
      await merge(one.space, changeRequest!)
      await exported(one)
      expect(await file(one.path, "install.md")).toBe("# Install\n\nRun it slowly, twice.\n\nThen rest.")
      expect((await imported(one)).changeRequest).toBeUndefined()
    },
    patience
  )

  it(
    "a newer commit comes into the change request that waits, beside what people did there",
    async () => {
      const one = await conflicting()
      const { changeRequest } = await imported(one)
      await resolve(one.space, changeRequest!, "# Install\n\nRun it twice, slowly.\n\nThen rest.\n")
      const more = { "SUMMARY.md": `${files["SUMMARY.md"]}* [New](new.md)\n`, "new.md": "# New\n" }
      await commitFiles(one.path, { "use.md": "# Use\n\nPress any key.\n", ...more }, "Theirs again")
      expect((await imported(one)).changeRequest).toBe(changeRequest)
      const { id } = await page(one.space, "new", draft(changeRequest!))
      await commitFiles(one.path, { "new.md": "# New\n\nAnd better.\n" }, "Theirs once more")
      expect((await imported(one)).changeRequest).toBe(changeRequest)
      expect(await page(one.space, "new", draft(changeRequest!))).toMatchObject({
        id,
        markdown: "# New\n\nAnd better.\n"
      })
      expect(await requests(one.space)).toHaveLength(1)
      expect((await page(one.space, "use", draft(changeRequest!))).markdown).toContain("Press any key.")
      expect((await page(one.space, "install", draft(changeRequest!))).markdown).toBe(
        "# Install\n\nRun it twice, slowly.\n\nThen rest.\n"
      )
      const seen = (await requests(one.space))[0].revision
      // the same commit once more changes nothing
      expect((await imported(one)).changeRequest).toBe(changeRequest)
      expect((await requests(one.space))[0].revision).toBe(seen)
    },
    patience
  )

  it(
    "archived, Octavo's version counts",
    async () => {
      const one = await conflicting()
      const { changeRequest } = await imported(one)
      const archived = await world.api.patch(`/v1/spaces/${one.space}${draft(changeRequest!)}`, { status: "archived" })
      expect(archived.status).toBe(200)
      const again = await imported(one)
      expect(again.changeRequest).toBeUndefined()
      expect((await page(one.space, "install")).markdown).toContain("Run it twice.")
      await exported(one)
      expect(await file(one.path, "install.md")).toContain("Run it twice.")
    },
    patience
  )

  it(
    "an export pushes nothing, says where Git's version waits, and goes on once it is merged",
    async () => {
      const one = await conflicting()
      const before = await tip(one.path)
      const conflict = await stopped(one)
      expect(conflict).toMatchObject({ state: "failed", error: { reason: "Conflict" } })
      const [request] = await requests(one.space)
      expect(conflict.changeRequest).toBe(request.id)
      expect(conflict.error!.message).toContain('"Install"')
      expect(conflict.error!.message).toContain(before.trim())
      expect(conflict.error!.message).toContain(`change request #${request.number}`)
      expect(await tip(one.path)).toBe(before)
      // asked again before anybody decided, it says the same
      expect((await stopped(one)).changeRequest).toBe(request.id)
      expect(await requests(one.space)).toHaveLength(1)
      await resolve(one.space, request.id, "# Install\n\nRun it twice, slowly.\n\nThen rest.\n")
      await merge(one.space, request.id)
      await exported(one)
      expect(await file(one.path, "install.md")).toContain("twice, slowly")
    },
    patience
  )

  it(
    "force takes one side at once",
    async () => {
      const one = await conflicting()
      await imported(one)
      expect(await runImport(world.api, one.space, { url: one.url, ref: main, force: true })).toMatchObject({
        state: "completed"
      })
      expect((await page(one.space, "install")).markdown).toContain("slowly")
      const two = await conflicting()
      expect(await stopped(two)).toMatchObject({ state: "failed", error: { reason: "Conflict" } })
      await exported(two, { force: true })
      expect(await file(two.path, "install.md")).toContain("twice")
      expect(await file(two.path, "use.md")).toContain("Press a key.")
    },
    patience
  )
})
