import { parsePage, remotePicturesIn } from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"
import { mostOfText } from "./RemotePicture.ts"

/** Addresses of the pictures of other hosts that a text shows. */
export const remotePictures = task("pictures", ({ text }: { readonly text: string }) =>
  // most texts name no address at all
  /https?:\/\//i.test(text) ? remotePicturesIn(parsePage(text).root).slice(0, mostOfText) : []
)
