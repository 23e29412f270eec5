/** Exports of a server that is killed. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { commitFiles, git } from "@octavo/git-cli/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { filesOf, killStory, type Mortal, patience, startMortal } from "../src/kills.ts"
import { onBothStores } from "../src/stores.ts"

onBothStores("A server that is killed while it exports", (store) => {
  let mortal: Mortal
  beforeAll(async () => {
    mortal = await startMortal(store)
  })
  afterAll(() => mortal.stop())

  it(
    "makes one commit and one revision, whenever it dies",
    async () => {
      const { api, root, world } = mortal
      const path = join(root, "export.git")
      const url = `${mortal.git.url}/export.git`
      await commitFiles(path, filesOf(0), "Round 0")
      // a while in which the branch has moved and the answer is not sent yet
      await mkdir(join(path, "hooks"), { recursive: true })
      await writeFile(join(path, "hooks", "post-receive"), "#!/bin/sh\nsleep 0.1\n", { mode: 0o755 })
      const space = await world.space("Exported")
      await importOk(api(), space, { url, ref: main })
      const { body } = await world.api.get(`/v1/spaces/${space}/content/path/page-1`)
      const commits = async () => Number(await git(path, "rev-list", "--count", "main"))
      const tip = () => git(path, "rev-parse", "main")
      await killStory(mortal, "export", space, url, async (round) => {
        const [count, parent] = [await commits(), await tip()]
        const text = `# Page 1\n\nEdited in round ${round}.\n`
        await world.operate(Effect.flatMap(EditContent, (edits) => edits.replaceText(space, body.id, text)))
        return async (done) => {
          expect(await commits()).toBe(count + 1)
          expect(done.commit).toBe(await tip())
          expect(await git(path, "rev-parse", "main^")).toBe(parent)
          expect(await git(path, "show", "main:guides/page-1.md")).toBe(text.trim())
          expect(await git(path, "show", "--format=", "--name-only", "main")).toBe("guides/page-1.md")
        }
      })
    },
    patience
  )
})
