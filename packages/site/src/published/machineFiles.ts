/** Answers for machines: a site's lists and texts, and pages as Markdown. */

import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { computeAsking, keptOf } from "@octavo/core/kernel/compute/Compute"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { pageFacts } from "@octavo/core/kernel/texts/PageFacts"
import { inMarkdown, makePageEvaluator } from "@octavo/render/pageEvaluator"
import { makeResolver, pageHref } from "@octavo/render/resolver"
import type { IndexedPage } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import { answersOf } from "../drawing/answers.ts"
import { markdownTask } from "../drawing/tasks.ts"
import { canonicalUrl, siteUrl } from "./addresses.ts"
import { nothing, plain, plainText, type TextAnswer } from "./answers.ts"
import type { Contents, OpenIndex } from "./contents.ts"
import { listedPages, type MachineSpace, renderFull, renderLlms, renderRobots, renderSitemap } from "./machines.ts"
import { knownMarkdown, pageMarkdown, publicHref } from "./markdown.ts"
import { siteSpaceOf, titleOf } from "./pageContext.ts"
import { versionState } from "./switches.ts"

export const makeMachineFiles = Effect.fnUntraced(function* (contents: Contents, asFiles: boolean) {
  const answer: (...text: Parameters<typeof plain>) => TextAnswer = asFiles ? plainText : plain
  const instance = yield* Instance

  /** All spaces that the site shows, as machines read them. */
  const machineSpaces = Effect.fnUntraced(function* (location: PublishedLocation, isDated: boolean) {
    const spaces: Array<MachineSpace & { readonly index: OpenIndex }> = []
    for (const siteSpace of location.siteSpaces) {
      if (siteSpace.hidden) continue
      const shown = yield* contents.shownAt(siteSpace)
      if (shown === null) continue
      const index = yield* contents.indexOf(shown, location.judge)
      const version = versionState({ ...location, siteSpace })
      const newest =
        version === undefined || version.state === "newest" ? null : yield* contents.shownAt(version.newest)
      spaces.push({
        title: titleOf(location, siteSpace),
        url: canonicalUrl(instance, { ...location, siteSpace }),
        index,
        dateOf: isDated ? yield* contents.datesOf(shown.space.id) : ({ updatedAt }) => updatedAt,
        ...(newest === null ? {} : { newest: yield* contents.indexOf(newest, location.judge) })
      })
    }
    return spaces
  })

  const markdownOf = Effect.fnUntraced(function* (
    location: PublishedLocation,
    index: OpenIndex,
    url: string,
    { page }: IndexedPage,
    header: boolean
  ) {
    const { judge, site } = location
    const evaluator = makePageEvaluator(judge, index, page)
    const from = page.git?.path ?? ""
    const source = yield* contents.textOf(index, page)
    const textOf = inMarkdown(evaluator.textOf)
    const spaceUrl = (spaceId: string) => {
      const siteSpace = siteSpaceOf(location, spaceId)
      return siteSpace && canonicalUrl(instance, { ...location, siteSpace })
    }
    const hrefOf = (href: string, file: string) => publicHref(href, file, { index, url, spaceUrl })
    const facts = page.body === undefined ? undefined : yield* keptOf(pageFacts, page.body)
    const known = facts && knownMarkdown({ text: source, page }, facts, hrefOf, header)
    if (known !== undefined) return yield* contents.withApi(site.organizationId, index, from, known)
    const short = yield* contents.shortOf(index, from, source, evaluator.decide)
    if (short !== undefined) {
      const { included, parsed, text } = short
      const markdown = pageMarkdown({ text, parsed, page, hrefOf, includes: included, textOf }, header)
      return yield* contents.withApi(site.organizationId, index, from, markdown)
    }
    const { emoji, title } = page
    const resolver = {
      ...makeResolver({ index, basePath: "", repositoryTree: undefined, includes: new Map() }, from, textOf)
    }
    return yield* computeAsking(
      markdownTask,
      { text: source, from, header, page: { title, ...defined({ emoji }), git: { path: from } } },
      answersOf(
        { shown: contents.answeringIn(site.organizationId, index, { resolver: () => resolver, address: hrefOf }) },
        evaluator.decide,
        () => Effect.void
      ),
      Number.POSITIVE_INFINITY,
      `site ${site.id}`
    )
  })

  /** All pages that are listed, as `llms.txt` has them. */
  const listing = (location: PublishedLocation) =>
    Effect.map(machineSpaces(location, false), (spaces) => renderLlms(location.site, spaces))

  const robotsFile = (location: PublishedLocation) =>
    answer(renderRobots(location, siteUrl(instance, location)), "text/plain")

  /** `sitemap.xml`, `llms.txt` or `llms-full.txt`. */
  const machineFile = Effect.fnUntraced(function* (location: PublishedLocation) {
    const name = location.rest[0]
    const { site } = location
    const hidden = name === "sitemap.xml" ? site.visibility !== "public" : site.agentsContext === "excluded"
    if (hidden) return nothing
    const spaces = yield* machineSpaces(location, name === "sitemap.xml")
    switch (name) {
      case "sitemap.xml":
        return answer(renderSitemap(spaces), "application/xml")
      case "llms.txt":
        return answer(renderLlms(site, spaces), "text/plain")
      default: {
        const texts: Array<string> = []
        for (const space of spaces) {
          for (const page of listedPages(space.index)) {
            texts.push(renderFull(space, page, yield* markdownOf(location, space.index, space.url, page, false)))
            // a long text is made beside other requests
            yield* Effect.yieldNow
          }
        }
        return answer(texts.join("\n\n---\n\n"), "text/plain")
      }
    }
  })

  /** A page as Markdown. */
  const markdownAnswer = (location: PublishedLocation, index: OpenIndex, page: IndexedPage) =>
    Effect.map(markdownOf(location, index, canonicalUrl(instance, location), page, true), (text) =>
      answer(text, "text/markdown", undefined, {
        vary: "accept",
        link: `<${canonicalUrl(instance, location) + pageHref("", page)}>; rel="canonical"`,
        "x-robots-tag": "noindex"
      })
    )

  return { listing, machineFile, markdownAnswer, markdownOf, robotsFile }
})
export type MachineFiles = Effect.Success<ReturnType<typeof makeMachineFiles>>
