/** What readers of a site can do with a page, as its settings say (`docs/contributing/wire.md#looks-of-a-site`, `pageActions`). Pure. */

import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { labelsFor } from "@octavo/render/labels"
import type { IndexedPage, SpaceIndex } from "@octavo/render/spaceIndex"
import type { PageAction } from "../view.ts"
import { canonicalUrl, siteUrl } from "./addresses.ts"
import { MCP_PATH } from "./agents.ts"
import type { Look } from "./look.ts"
import { markdownPath } from "./markdown.ts"
import { allPdfHref, pagePdfHref, sitePdfHref } from "./pdf.ts"

/** Assistants that take a question in their address. */
const assistants = [
  { name: "ChatGPT", address: "https://chatgpt.com/?q=" },
  { name: "Claude", address: "https://claude.ai/new?q=" }
]

/**
 * In the order of the settings, and to share it last. Assistants elsewhere are offered what they can read, so nothing on
 * sites that are not for everybody, whose pages are not shared either; `git` is drawn where the page says when it was changed; there is no assistant of our own.
 */
export const actionsOf = (
  instance: InstanceConfig,
  location: PublishedLocation,
  index: SpaceIndex,
  here: IndexedPage,
  look: Pick<Look, "actions">,
  language: string
): ReadonlyArray<PageAction> => {
  const { basePath, forAll, site } = location
  const forAgents = site.agentsContext === "included"
  const markdown = encodeURI(markdownPath(here))
  const actions = look.actions.flatMap((item): ReadonlyArray<PageAction> => {
    switch (item) {
      case "markdown":
        return forAgents ? [{ kind: "markdown", href: basePath + markdown }] : []
      case "external-ai": {
        if (!forAgents || !forAll) return []
        const question = labelsFor(language).askAbout.replace("{url}", canonicalUrl(instance, location) + markdown)
        return assistants.map(({ address, name }) => ({
          kind: "assistant",
          name,
          href: address + encodeURIComponent(question)
        }))
      }
      case "mcp":
        return forAgents ? [{ kind: "mcp", url: siteUrl(instance, location) + MCP_PATH }] : []
      case "pdf":
        return [
          {
            kind: "pdf",
            href: pagePdfHref(basePath, here),
            allHref: allPdfHref(basePath, index),
            siteHref: sitePdfHref(location)
          }
        ]
      default:
        return []
    }
  })
  // whoever is given the address can open it
  return forAll && look.actions.length > 0 ? [...actions, { kind: "share" }] : actions
}
