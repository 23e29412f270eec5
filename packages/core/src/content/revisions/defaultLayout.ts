/** How a page is laid out that says nothing of it. */
import type { PageLayout } from "./model/Records.ts"

/** Everything is shown unless the page says otherwise (`docs/contributing/wire.md#defaults-of-what-is-added`). */
export const defaultLayout: Required<PageLayout> = {
  width: "default",
  cover: true,
  coverSize: "hero",
  coverMask: "none",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true
}
