import { join } from "node:path"
import { commitFiles, git, runGit } from "@octavo/git-cli/testing"
import { describe, expect, it } from "vitest"
import { importOk, main, runImport } from "../../src/imports.ts"
import { dumpDirectory } from "../../src/inspect.ts"
import type { Imports } from "./given.ts"

export const hostileTrees = (given: Imports): void => {
  describe("of a hostile tree", () => {
    const safely = async (name: string, write: (path: string) => Promise<unknown>) => {
      const { api, content, one, repository, world } = given()
      const { path, url } = await repository(name)
      await commitFiles(path, one("Before"), "Before")
      const space = await world.space(name)
      await importOk(api, space, { url, ref: main })
      await write(path)
      const operation = await runImport(api, space, { url, ref: main })
      expect((await api.get("/healthz")).status).toBe(200)
      const shown = await content(space)
      if (operation.state === "failed") {
        expect(operation.error!.reason).not.toBe("Internal")
        expect(shown.pages.map(({ title }: { title: string }) => title)).toEqual(["Before"])
      }
      return { operation, shown, space, text: JSON.stringify(shown) }
    }

    it("follows no link and no submodule, and runs nothing", async () => {
      const { world } = given()
      const marker = join(world.database.directory, "ran")
      const { operation, text } = await safely("indirect", (path) =>
        commitFiles(
          path,
          {
            "README.md": "# Links\n\n[passwd](secret.md) ![x](.gitbook/assets/passwd.png)\n",
            "SUMMARY.md": "* [Links](README.md)\n* [Secret](secret.md)\n* [Module](module/README.md)\n",
            "secret.md": { mode: "120000", content: "/etc/passwd" },
            ".gitbook/assets/passwd.png": { mode: "120000", content: "../../../../../../etc/passwd" },
            module: { mode: "160000", oid: "a".repeat(40) },
            ".gitmodules": `[submodule "module"]\n\tpath = module\n\turl = ext::sh -c "touch% ${marker}"\n`,
            ".gitattributes": "* filter=evil\n",
            ".githooks/post-checkout": { mode: "100755", content: `#!/bin/sh\ntouch ${marker}\n` }
          },
          "Indirect"
        )
      )
      expect(operation.state).toBe("completed")
      expect(text).not.toContain("root:")
      expect(operation.counts!["warnings"].map(({ path }: { path: string }) => path)).toEqual(
        expect.arrayContaining(["secret.md", ".gitbook/assets/passwd.png", "module"])
      )
      expect(dumpDirectory(world.database.directory, /\/repositories\/|octavo\.db/)).not.toContain("root:x:0")
      await expect(import("node:fs/promises").then((fs) => fs.stat(marker))).rejects.toThrow()
    })

    it("takes names that a file system would not", async () => {
      const { operation, text } = await safely("names", (path) =>
        commitFiles(
          path,
          {
            "SUMMARY.md":
              "* [Home](README.md)\n* [Lower](page.md)\n* [Upper](PAGE.md)\n* [Long](" +
              `${"n".repeat(180)}.md)\n* [Emoji](😀.md)\n* [Dots](....md)\n`,
            "README.md": "# Home\n",
            "page.md": "# Lower\n",
            "PAGE.md": "# Upper\n",
            [`${"n".repeat(180)}.md`]: "# Long\n",
            "😀.md": "# Emoji\n",
            "....md": "# Dots\n",
            "con.md": "x",
            "a\nb.md": "x",
            "tab\there.md": "x"
          },
          "Names"
        )
      )
      expect(operation.state).toBe("completed")
      for (const title of ["Lower", "Upper", "Long", "Emoji", "Dots"]) expect(text).toContain(`"${title}"`)
    })

    it("reads bytes that are no UTF-8, and answers JSON", async () => {
      const { api } = given()
      const { operation, shown, space } = await safely("bytes", (path) =>
        commitFiles(
          path,
          {
            "README.md": Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a, 0x00, 0xed, 0xa0, 0x80, 0x0a]),
            "SUMMARY.md": "* [Home](README.md)\n"
          },
          "Bytes"
        )
      )
      if (operation.state === "completed") {
        const page = await api.get(`/v1/spaces/${space}/content/page/${shown.pages[0].id}?format=markdown`)
        expect(page.status).toBe(200)
        expect(page.body.markdown.isWellFormed()).toBe(true)
      } else expect(operation.error!.message).toContain("README.md")
    })

    it("reads lists that are 10,000 deep, and tables of contents that loop", async () => {
      const deep = Array.from(
        { length: 10_000 },
        (_, i) => `${" ".repeat(Math.min(i, 2000) * 2)}* [x](README.md)`
      ).join("\n")
      const { operation } = await safely("deep", (path) =>
        commitFiles(
          path,
          {
            "README.md": `# Deep\n\n${"> ".repeat(10_000)}x\n\n${"* ".repeat(10_000)}x\n\n${"[".repeat(10_000)}\n\n{% include ".gitbook/includes/a.md" %}\n`,
            "SUMMARY.md": `* [Home](README.md)\n  * [Again](README.md)\n    * [Table](SUMMARY.md)\n${deep}\n`,
            ".gitbook/includes/a.md": '{% include "b.md" %}\n',
            ".gitbook/includes/b.md": '{% include "a.md" %}\n'
          },
          "Deep"
        )
      )
      expect(["completed", "failed"]).toContain(operation.state)
    })

    it("ends at a limit when trees hold themselves over and over", async () => {
      const { operation } = await safely("nested", async (path) => {
        let tree = await git(path, "rev-parse", "main^{tree}")
        for (let level = 0; level < 8; level++) {
          const lines = Array.from({ length: 16 }, (_, i) => `040000 tree ${tree}\td${i}\n`)
          tree = await runGit(["-C", path, "mktree"], lines)
        }
        const commit = await git(path, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit-tree", "-m", "Bomb", tree)
        await git(path, "update-ref", main, commit)
      })
      expect([operation.state, operation.error?.reason]).toEqual(["failed", "TooLarge"])
      expect(operation.error!.message).toMatch(/100000|limit/)
    })

    it("leaves out entries that lead outside", async () => {
      const { operation } = await safely("outside", async (path) => {
        const blob = await runGit(["-C", path, "hash-object", "-w", "--stdin"], ["# Outside\n"])
        const entry = (mode: string, name: string) => [`${mode} ${name}\0`, Buffer.from(blob, "hex")]
        const raw = Buffer.concat(
          [
            ...entry("100644", ".git"),
            ...entry("100644", ".."),
            ...entry("100644", "..\\x.md"),
            ...entry("100644", "README.md")
          ].map((part) => Buffer.from(part))
        )
        const tree = await runGit(["-C", path, "hash-object", "-t", "tree", "-w", "--stdin", "--literally"], [raw])
        const commit = await git(
          path,
          "-c",
          "user.name=A",
          "-c",
          "user.email=a@b.c",
          "commit-tree",
          "-m",
          "Outside",
          tree
        )
        await git(path, "update-ref", main, commit)
      })
      if (operation.state === "completed") expect(operation.counts).toMatchObject({ pages: 1 })
    })
  })
}
