/** Repositories that are wrong, not there, or out of reach. */
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { commitFiles, git } from "@octavo/git-cli/testing"
import { describe, expect, it } from "vitest"
import { importOk, main, runImport } from "../../src/imports.ts"
import type { Imports } from "./given.ts"

export const faults = (given: Imports): void => {
  describe("says what is wrong with the repository, and leaves the content alone", () => {
    const failing = async (body: Record<string, unknown>, reason: string, message: RegExp): Promise<void> => {
      const { api, sample, world } = given()
      const space = await world.space("Kept")
      await importOk(api, space, { url: sample.url, ref: main })
      const before = await api.get(`/v1/spaces/${space}/content`)
      const info = (await api.get(`/v1/spaces/${space}/git/info`)).body
      const operation = await runImport(api, space, { url: sample.url, ref: main, ...body })
      expect([operation.state, operation.error?.reason]).toEqual(["failed", reason])
      expect(operation.error!.message).toMatch(message)
      expect(operation.error!.message).not.toMatch(/\/tmp\/|\bat .+:\d+|fatal:/)
      expect(operation.revision).toBeUndefined()
      expect((await api.get(`/v1/spaces/${space}/content`)).text).toBe(before.text)
      // what it is synchronized with is as it was, and why the last import failed is told
      const { error } = operation
      expect((await api.get(`/v1/spaces/${space}/git/info`)).body).toMatchObject({
        ...info,
        lastOperation: { kind: "import", state: "failed", error }
      })
    }

    it("when there is none", () =>
      failing({ url: `${given().server.url}/nothing.git` }, "NotARepository", /no Git repository/))

    it("when it is a page of the web", async () => {
      const { server, withFaults } = given()
      await withFaults(
        (url) =>
          url.includes("/page")
            ? { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }
            : undefined,
        () => failing({ url: `${server.url}/page` }, "NotARepository", /Git/)
      )
    })

    it("when it leads elsewhere", async () => {
      const { server, withFaults } = given()
      await withFaults(
        (url) =>
          url.startsWith("/moved") ? { status: 302, headers: { location: `${server.url}/acme/docs.git` } } : undefined,
        () => failing({ url: `${server.url}/moved` }, "Refused", /redirect/)
      )
    })

    it("when the branch is missing, and names those that there are", async () => {
      const { one, repository } = given()
      const { path, url } = await repository("branches")
      await commitFiles(path, one("A"), "A", { branch: "trunk" })
      await commitFiles(path, one("B"), "B", { branch: "release/2" })
      await failing({ url, ref: "refs/heads/main" }, "RefNotFound", /trunk.*release\/2|release\/2.*trunk/)
    })

    it("when it is empty", async () => {
      const { repository } = given()
      const { url } = await repository("empty")
      await failing({ url }, "Empty", /no commit|empty|no branch/i)
    })

    it("when objects are missing at its source", async () => {
      const { root, server } = given()
      const path = join(root, "damaged.git")
      await commitFiles(path, { "README.md": "# Whole\n", "other.md": "# Other\n" }, "First")
      const blob = (await git(path, "rev-parse", "main:other.md")).trim()
      await rm(join(path, "objects", blob.slice(0, 2), blob.slice(2)))
      await failing({ url: `${server.url}/damaged.git` }, "Failed", /damaged at its source/)
    })
    it("when the directory is missing", () =>
      failing({ repoProjectDirectory: "no/such" }, "DirectoryNotFound", /director|folder/i))

    it("when it is a file", () =>
      failing({ repoProjectDirectory: "README.md" }, "DirectoryNotFound", /director|folder/i))

    it("when it wants to know who asks", async () => {
      const { api, content, sample, server, world } = given()
      server.options = { auth: { username: "ada", password: "right" } }
      try {
        await world.space()
        const space = await world.space("Locked out")
        for (const url of [
          sample.url,
          sample.url.replace("//", "//ada:wrong@"),
          sample.url.replace("//", "//bob:right@")
        ]) {
          const operation = await runImport(api, space, { url, ref: main })
          expect([operation.state, operation.error?.reason]).toEqual(["failed", "AuthenticationFailed"])
          expect(operation.error!.message).toMatch(/token/)
          expect(operation.error!.message).not.toMatch(/wrong|right|ada|bob/)
        }
        expect((await content(space)).pages).toEqual([])
        const operation = await runImport(api, space, { url: sample.url.replace("//", "//ada:right@"), ref: main })
        expect(operation.state).toBe("completed")
      } finally {
        server.options = {}
      }
    })

    it("when the connection breaks, and tries again by itself", async () => {
      const { api, sample, titles, withFaults, world } = given()
      const space = await world.space("Shaky")
      let broken = 0
      await withFaults(
        () => (broken++ < 2 ? "reset" : undefined),
        async () => {
          const operation = await runImport(api, space, { url: sample.url, ref: main })
          expect([operation.state, operation.error]).toEqual(["completed", undefined])
          expect(operation.attempts).toBeGreaterThan(1)
        }
      )
      expect(await titles(space)).toContain("Welcome")
    })

    it("when there is no table of contents: the folders are one", async () => {
      const { api, content, repository, world } = given()
      const { path, url } = await repository("folders")
      await commitFiles(
        path,
        {
          "README.md": "# Home\n",
          "guides/README.md": "# Guides\n",
          "guides/first.md": "# First steps\n",
          "guides/second.md": "No heading\n",
          "reference/api.md": "# The API\n",
          "notes.txt": "not a page"
        },
        "Folders"
      )
      const space = await world.space()
      const operation = await importOk(api, space, { url, ref: main })
      expect(operation.counts).toMatchObject({ pages: 5 })
      const { pages } = await content(space)
      expect(pages[0]).toMatchObject({ title: "Home", git: { path: "README.md" } })
      const guides = pages.find(({ title }: { title: string }) => title === "Guides")
      expect(guides.pages.map(({ title }: { title: string }) => title)).toEqual(["First steps", expect.any(String)])
      expect(JSON.stringify(pages)).toContain("The API")
    })
  })
}
