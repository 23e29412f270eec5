/** References for tests: pages and files go by their hrefs. Each comes back as it was written. */
import { type RichReferences, resolveHref } from "../../src/index.ts"

const app = "https://app.gitbook.com"

export const references: RichReferences = {
  refOf: (href) => {
    const target = resolveHref(href, "page.md")
    if (href.includes("/includes/")) return { kind: "reusable-content", reusableContent: href }
    const isFile = /\.(?:pdf|png|jpe?g|svg|gif|json|ya?ml|zip|docx?|xlsx?|pptx?|mp4)>?$/.test(href)
    if (isFile && !href.includes(":")) return { kind: "file", file: href }
    if (target.kind === "anchor" && href !== "#") return { kind: "anchor", anchor: href.slice(1) }
    if (target.kind === "file" && target.anchor === undefined && target.query === undefined && href !== "") {
      return { kind: "page", page: href }
    }
    if (target.kind === "space" && href === `${app}/s/${target.space}/`) return { kind: "space", space: target.space }
    const user = /^https:\/\/app\.gitbook\.com\/u\/(\w+)$/.exec(href)?.[1]
    return user === undefined ? undefined : { kind: "user", user }
  },
  hrefOf: (ref) => {
    switch (ref.kind) {
      case "page":
        return ref.page
      case "file":
        return ref.file
      case "anchor":
        return ref.page === undefined ? `#${ref.anchor}` : undefined
      case "space":
        return `${app}/s/${ref.space}/`
      case "user":
        return `${app}/u/${ref.user}`
      case "reusable-content":
        return ref.reusableContent
      default:
        return undefined
    }
  }
}
