/** The picture of a page as a PNG: a task for threads, which load what draws it when they first need it. */
import { readFileSync } from "node:fs"
import type { AskingTask } from "@octavo/core/kernel/compute/AskingTask"
import type { SocialPicture } from "./drawing.ts"

export type { SocialPicture } from "./drawing.ts"

let ready: Promise<void> | undefined

/** It runs in WebAssembly, and reaches neither files nor the network, whatever is in a logo. */
const load = async () => {
  const [{ initWasm, Resvg }, { drawSocialPicture }] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("./drawing.ts")
  ])
  ready ??= initWasm(readFileSync(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))))
  await ready
  return { drawSocialPicture, Resvg }
}

export const socialPictureTask: AskingTask<SocialPicture, Uint8Array> = {
  name: "socialPicture",
  run: async (picture) => {
    const { drawSocialPicture, Resvg } = await load()
    const drawing = new Resvg(drawSocialPicture(picture))
    const rendered = drawing.render()
    const png = rendered.asPng()
    rendered.free()
    drawing.free()
    return png
  }
}
