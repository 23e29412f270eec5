import { readFileSync } from "node:fs"
import { describe, expect, it, vi } from "vitest"

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"><path d="M0 0h2v3H0z"/></svg>'

describe("What draws SVG", () => {
  it("is ready however often it is loaded by one process, at once and one after the other", async () => {
    for (let copy = 0; copy < 3; copy++) {
      vi.resetModules()
      const { loadResvg } = await import("../src/resvg.ts")
      for (const Resvg of await Promise.all([loadResvg(readFileSync), loadResvg(readFileSync)])) {
        const png = Buffer.from(new Resvg(svg).render().asPng())
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2, 3])
      }
    }
  })
})
