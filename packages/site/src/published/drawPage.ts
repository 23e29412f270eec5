/** Draws a page of a site: all that is around it and in it, as one text of HTML. */
import type { PageRecord } from "@octavo/core/content/model/Records"
import { Instance } from "@octavo/core/shared/Instance"
import type { PublishedLocation } from "@octavo/core/sites/PublishedSites"
import { Effect } from "effect"
import { renderBody } from "../body/render.ts"
import { makeHighlighter } from "../highlight.ts"
import { renderPage } from "../page/page.ts"
import { actionsOf } from "./actions.ts"
import { canonicalUrl, editUrl } from "./addresses.ts"
import { askingOf } from "./asking.ts"
import type { Contents, OpenIndex } from "./contents.ts"
import { markdownPath } from "./markdown.ts"
import { breadcrumbs, neighbours, pathTo } from "./navigation.ts"
import { spacesIn } from "./otherSpaces.ts"
import { feedsOf } from "./pageFeed.ts"
import { makeResolver, pageHref, type Surroundings } from "./resolver.ts"
import { type Around, coverOf, languageOf, type Shown, siteView } from "./shown.ts"

export const makeDrawPage = Effect.fnUntraced(function* (contents: Contents, remoteImages: boolean) {
  const instance = yield* Instance
  const highlighter = makeHighlighter()

  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    shown: Shown,
    index: OpenIndex,
    page: PageRecord,
    look: Around
  ) {
    const { basePath } = location
    const asking = askingOf(location.judge, index, page)
    const { notes, parsed } = yield* contents.pageOf(index, page, asking.decide)
    const from = page.git?.path ?? ""
    const included = yield* contents.includesOf(index, from, parsed.root, asking.decide)
    yield* look.others.look(spacesIn([parsed, ...included.values()].flatMap(({ links }) => links)))
    const around: Surroundings = {
      index,
      basePath,
      spaceAt: look.others.at,
      repositoryTree: shown.repositoryTree,
      includes: new Map(Array.from(included, ([path, { root }]) => [path, root])),
      api: yield* contents.apiOf(location.site.organizationId, index, [
        [from, parsed.root],
        ...Array.from(included, ([path, { root }]) => [path, root] as const)
      ])
    }
    const resolver = {
      ...makeResolver(around, from, asking.textOf),
      highlight: highlighter.highlight,
      remoteImages,
      externalTarget: look.view.externalTarget
    }
    // grammars are loaded when a page first needs them
    yield* Effect.promise(() => highlighter.prepare(parsed.root, resolver))
    const language = languageOf(shown, look)
    const path = pathTo(index, page)
    const here = index.pageById.get(page.id)!
    const body = renderBody(parsed.root, resolver, { title: page.title, language })
    const text = renderPage({
      site: siteView(location, shown, index, path, look),
      page: {
        title: page.title,
        emoji: page.emoji,
        icon: page.icon,
        description: page.description,
        cover: coverOf(page, index, basePath, remoteImages),
        layout: look.pagination ? page.layout : { ...page.layout, pagination: false },
        breadcrumbs: breadcrumbs(index, basePath, path),
        outline: parsed.outline.flatMap(({ id, level, text: title }) =>
          id === undefined || level > 3 ? [] : [{ anchor: id, title, depth: level }]
        ),
        notes: location.pass.kind === "member" ? notes() : undefined,
        ...neighbours(index, basePath, page),
        updatedAt: page.updatedAt,
        markdownUrl: location.site.agentsContext === "included" ? basePath + encodeURI(markdownPath(here)) : undefined,
        feeds: feedsOf(basePath, here, parsed.root),
        actions: actionsOf(instance, location, index, here, look, languageOf(shown, look)),
        editUrl:
          look.editLink && page.git !== undefined && shown.repositoryTree !== undefined
            ? editUrl(shown.repositoryTree, page.git.path)
            : undefined,
        canonicalUrl: canonicalUrl(instance, location) + pageHref("", here),
        feedback: look.feedback,
        alternates: look.switches.alternates,
        noRobotsIndex: location.site.visibility !== "public" || page.noIndex === true || page.noRobotsIndex === true
      },
      body
    })
    return { text, connects: body.connects ?? [] }
  })
})
