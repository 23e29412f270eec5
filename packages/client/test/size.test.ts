/** What a page of a browser loads when it imports the client. */
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"

const index = fileURLToPath(new URL("../src/index.ts", import.meta.url))

it("the client of Promises is at most 25 KB compressed in a browser, with all that it imports", async () => {
  const build = await rolldown({
    input: "page",
    platform: "browser",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? id : undefined),
        load: (id) =>
          id === "page" ? `export { everyItem, OctavoError, octavoClient } from ${JSON.stringify(index)}` : undefined
      }
    ]
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  const chunks = output.filter((one) => one.type === "chunk")
  const size = chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  expect(size).toBeGreaterThan(1000)
  expect(size).toBeLessThanOrEqual(25_000)
  // a module of Node, or one that is loaded later, would be missing in the count
  expect(chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])).toEqual([])
})
