/** The picture of a page as a PNG: a task for threads, which load what draws it when they first need it. */
import { readFileSync } from "node:fs"
import type { AskingTask } from "@octavo/core/kernel/compute/AskingTask"
import { loadResvg } from "@octavo/render/resvg"
import type { SocialPicture } from "./drawing.ts"

export type { SocialPicture } from "./drawing.ts"

export const socialPictureTask: AskingTask<SocialPicture, Uint8Array> = {
  name: "socialPicture",
  run: async (picture) => {
    const [Resvg, { drawSocialPicture }] = await Promise.all([loadResvg(readFileSync), import("./drawing.ts")])
    const drawing = new Resvg(drawSocialPicture(picture))
    const rendered = drawing.render()
    const png = rendered.asPng()
    rendered.free()
    drawing.free()
    return png
  }
}
