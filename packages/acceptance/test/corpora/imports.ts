import { commitFiles } from "@octavo/git-cli/testing"
import { expect, it } from "vitest"
import { importOk } from "../../src/imports.ts"
import { type Published, patience } from "./given.ts"

export const imports = (given: Published): void => {
  it(
    "changes nothing when the same commit is imported again",
    async () => {
      const { importBody, spaces, world } = given()
      for (const space of spaces) {
        const before = await world.api.get(`/v1/spaces/${space.id}`)
        const pages = await world.api.get(`/v1/spaces/${space.id}/content/pages`)
        const operation = await importOk(world.api, space.id, importBody(space))
        expect(operation.counts).toMatchObject({ created: 0, updated: 0, deleted: 0 })
        const after = await world.api.get(`/v1/spaces/${space.id}`)
        expect(after.body.revision).toBe(before.body.revision)
        expect(operation.revision).toBe(before.body.revision)
        expect((await world.api.get(`/v1/spaces/${space.id}/content/pages`)).text).toBe(pages.text)
      }
    },
    patience
  )

  it(
    "keeps every page's id through a commit that edits, renames and moves",
    async () => {
      const { importBody, pagesOf, repository, spaces, world } = given()
      const space = spaces[0]!
      const before = await pagesOf(space)
      const prefix = space.directory === "" ? "" : `${space.directory}/`
      const summary = space.tree.get("SUMMARY.md")!.toString("utf8")
      // three leaves: one edited, one renamed in place, one moved to another folder and edited
      const leaves = before.filter(
        ({ git, pages, markdown: _ }) =>
          pages!.length === 0 && !/README\.md$|[ ()&]/.test(git!.path) && space.tree.get(git!.path)!.length > 400
      )
      const [edited, renamed, moved] = leaves.slice(-3)
      const renamedTo = renamed!.git!.path.replace(/\.md$/, "-renamed.md")
      const movedTo = `moved/${moved!.git!.path.split("/").at(-1)}`
      const newSummary = summary
        .replaceAll(`(${renamed!.git!.path}`, `(${renamedTo}`)
        .replaceAll(`(${moved!.git!.path}`, `(${movedTo}`)
      const appended = (path: string) => Buffer.concat([space.tree.get(path)!, Buffer.from("\n\nOne more sentence.\n")])
      await commitFiles(
        repository,
        {
          [`${prefix}SUMMARY.md`]: newSummary,
          [prefix + edited!.git!.path]: appended(edited!.git!.path),
          [prefix + renamed!.git!.path]: null,
          [prefix + renamedTo]: space.tree.get(renamed!.git!.path)!,
          [prefix + moved!.git!.path]: null,
          [prefix + movedTo]: appended(moved!.git!.path)
        },
        "Edit, rename, move"
      )
      const operation = await importOk(world.api, space.id, importBody(space))
      expect(operation.counts).toMatchObject({ created: 0, deleted: 0, updated: 3 })
      const after = await pagesOf(space)
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      const fileOf = new Map(after.map(({ git, id }) => [id, git!.path]))
      expect([edited!, renamed!, moved!].map(({ id }) => fileOf.get(id))).toEqual([
        edited!.git!.path,
        renamedTo,
        movedTo
      ])
      const text = (await world.api.get(`/v1/spaces/${space.id}/content/page/${moved!.id}?format=markdown`)).body
        .markdown
      expect(text.endsWith("\n\nOne more sentence.\n")).toBe(true)
      // the old revision can still be read, and holds what it held
      const old = await world.api.get(
        `/v1/spaces/${space.id}/revisions/${space.operation.revision}/page/${moved!.id}?format=markdown`
      )
      expect(Buffer.from(old.body.markdown).equals(space.tree.get(moved!.git!.path)!)).toBe(true)
    },
    patience
  )

  it("tells what it is synchronized with, until that is forgotten", async () => {
    const { git, named, pagesOf, spaces, world } = given()
    for (const space of spaces) {
      const at = `/v1/spaces/${space.id}/git`
      expect(space.infoBefore.status).toBe(404)
      const info = await world.api.get(`${at}/info`)
      expect(info.status).toBe(200)
      expect(info.body).toMatchObject({ repoName: named.name, url: `${git.url}/${named.name}.git` })
      const { lastOperation, ...state } = info.body
      expect(lastOperation).toMatchObject({ kind: "import", state: "completed" })
      expect((await world.api.get(`/v1/spaces/${space.id}`)).body.gitSync).toEqual(state)
      const before = await pagesOf(space)
      expect((await world.api.delete(`${at}/legacy-installation`)).status).toBe(205)
      expect((await world.api.delete(`${at}/legacy-installation`)).status).toBe(204)
      expect((await world.api.get(`${at}/info`)).status).toBe(404)
      expect((await world.api.get(`/v1/spaces/${space.id}`)).body.gitSync).toBeUndefined()
      expect(await pagesOf(space)).toEqual(before)
    }
  })
}
