import { expect, it } from "vitest"
import { imageType, pixels } from "../../src/corpora.ts"
import { main } from "../../src/imports.ts"
import { type Published, patience } from "./given.ts"

export const imported = (given: Published): void => {
  it("imports every page that the tables of contents list, in their order", async () => {
    const { commit, listed, named, pagesOf, spaces } = given()
    let pages = 0
    for (const space of spaces) {
      const wanted = listed(space).map(({ file }) => file)
      pages += wanted.length
      expect(space.operation.counts).toMatchObject({ pages: wanted.length, created: expect.any(Number), deleted: 0 })
      expect(space.operation.commit).toBe(commit)
      expect((await pagesOf(space)).map(({ git }) => git?.path)).toEqual(wanted)
    }
    expect(pages).toBe(named.listed)
  })

  it("knows the commit that the content came from", async () => {
    const { commit, spaces, world } = given()
    for (const { id } of spaces) {
      const { body } = await world.api.get(`/v1/spaces/${id}/content`)
      expect(body.git).toEqual({
        oid: commit,
        message: "Import the origin's tree",
        createdByGitBook: false,
        url: `https://git.example.com/docs/commit/${commit}`,
        ref: main
      })
      const bare = await world.api.get(`/v1/spaces/${id}/content?metadata=false`)
      expect(bare.body.git).toBeUndefined()
      expect(JSON.stringify(bare.body)).not.toContain('"git":')
    }
  })

  it(
    "keeps the text of every page byte for byte, by id and by path",
    async () => {
      const { pagesOf, spaces, world } = given()
      for (const space of spaces) {
        for (const listedPage of await pagesOf(space)) {
          const file = listedPage.git!.path
          const byId = await world.api.get(`/v1/spaces/${space.id}/content/page/${listedPage.id}?format=markdown`)
          expect(byId.status, file).toBe(200)
          expect(Buffer.from(byId.body.markdown, "utf8").equals(space.tree.get(file)!), `bytes of ${file}`).toBe(true)
          expect(byId.body.git).toEqual({ oid: space.oidOf(file), path: file })
          const path = encodeURI(listedPage.path)
          const byPath = await world.api.get(`/v1/spaces/${space.id}/content/path/${path}?format=markdown`)
          expect(byPath.status, `${file} by its path`).toBe(200)
          expect(byPath.body, `${file} by its path`).toEqual(byId.body)
        }
      }
    },
    patience
  )

  it("answers 304 to who has a page already, and other bytes to nobody", async () => {
    const { pagesOf, spaces, world } = given()
    const [space] = spaces
    const [page] = await pagesOf(space!)
    for (const path of ["content", "content/pages", "content/files", `content/page/${page!.id}`]) {
      const first = await world.api.get(`/v1/spaces/${space!.id}/${path}`)
      const etag = first.headers.get("etag")!
      expect(etag).toMatch(/^"[^"]+"$/)
      const again = await world.api.get(`/v1/spaces/${space!.id}/${path}`, { headers: { "if-none-match": etag } })
      expect([again.status, again.text]).toEqual([304, ""])
      const other = await world.api.get(`/v1/spaces/${space!.id}/${path}`, {
        headers: { "if-none-match": '"other"' }
      })
      expect(other.text).toBe(first.text)
    }
  })

  it(
    "serves every file with its bytes, size, kind and dimensions",
    async () => {
      const { filesOf, spaces, world } = given()
      for (const space of spaces) {
        const files = await filesOf(space)
        expect(space.operation.counts!["files"]).toBe(files.length)
        const assets = [...space.tree.keys()].filter((path) => path.startsWith(".gitbook/assets/"))
        expect(files.map(({ git }) => git.path)).toEqual(expect.arrayContaining(assets))
        for (const file of files) {
          const { path } = file.git
          const bytes = space.tree.get(path)!
          expect(file.git.oid, path).toBe(space.oidOf(path))
          expect(file.size, path).toBe(bytes.length)
          expect(file.name, path).toBe(path.split("/").at(-1))
          const response = await fetch(file.downloadURL)
          expect(response.status, path).toBe(200)
          expect(Buffer.from(await response.arrayBuffer()).equals(bytes), `bytes of ${path}`).toBe(true)
          expect(response.headers.get("content-type"), path).toBe(file.contentType)
          expect(response.headers.get("x-content-type-options"), path).toBe("nosniff")
          expect(response.headers.get("cache-control"), path).toMatch(/^private, max-age=\d+$/)
          const type = imageType(bytes)
          if (type !== undefined) expect(file.contentType, path).toBe(type)
          const size = pixels(bytes)
          if (size !== undefined) expect(file.dimensions, path).toEqual(size)
          else if (file.dimensions !== undefined) expect(Math.min(...Object.values(file.dimensions))).toBeGreaterThan(0)
          const same = await world.api.get(`/v1/spaces/${space.id}/content/files/${file.id}`)
          expect({ ...same.body, downloadURL: "" }, path).toEqual({ ...file, downloadURL: "" })
        }
      }
    },
    patience
  )
}
