/** The editor in a browser: nothing of it needs Node, and it is as large as it may be. */
import { builtinModules } from "node:module"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { describe, expect, it } from "vitest"

const bundled = async (isOutside: (id: string) => boolean) => {
  const imported: string[] = []
  const build = await rolldown({
    input: fileURLToPath(new URL("../src/index.ts", import.meta.url)),
    platform: "browser",
    external: (id) => {
      imported.push(id)
      return isOutside(id)
    }
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  return { imported, size: gzipSync(output.map((one) => ("code" in one ? one.code : "")).join("")).length }
}

describe("the editor's bundle", () => {
  it("imports no module of Node, and not the parser's dictionary or YAML", async () => {
    const { imported } = await bundled((id) => id.startsWith("node:"))
    const nodes = new Set(builtinModules)
    expect(imported.filter((id) => id.startsWith("node:") || nodes.has(id))).toEqual([])
    expect(imported.filter((id) => id === "yaml" || id === "pinyin-pro" || id === "effect")).toEqual([])
  })

  it("has a size of its own, and one with ProseMirror", async () => {
    const [own, whole] = await Promise.all([bundled((id) => id.startsWith("prosemirror-")), bundled(() => false)])
    console.info(
      `The editor is ${(own.size / 1000).toFixed(1)} KB (gzip), with ProseMirror ${(whole.size / 1000).toFixed(1)} KB`
    )
    expect(whole.size).toBeLessThan(200_000)
  })
})
