/** Draws a page of a site: all that is around it and in it, as one text of HTML. */

import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { computeAsking, inlineLength, keptOf } from "@octavo/core/kernel/compute/Compute"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { counter } from "@octavo/core/kernel/shared/metrics"
import { pageFacts } from "@octavo/core/kernel/texts/PageFacts"
import { hasColoredCode, namesLanguage } from "@octavo/render/highlight"
import { outlineOf } from "@octavo/render/outline"
import { makePageEvaluator } from "@octavo/render/pageEvaluator"
import { makeResolver, type Surroundings } from "@octavo/render/resolver"
import { Effect, Semaphore } from "effect"
import { needsOf, renderBody } from "../body/render.ts"
import { answersOf, wantedBy } from "../drawing/answers.ts"
import type { Answered, Found } from "../drawing/questions.ts"
import { summaryOf } from "../drawing/summary.ts"
import { type DrawnPage, drawTask } from "../drawing/tasks.ts"
import { renderPage } from "../page/page.ts"
import { actionsOf } from "./actions.ts"
import { canonicalUrl, editUrl } from "./addresses.ts"
import type { Contents, OpenIndex } from "./contents.ts"
import { updatesOf } from "./feed.ts"
import { markdownPath } from "./markdown.ts"
import { metaLinksOf } from "./metaLinks.ts"
import { breadcrumbs, neighbours, pathTo } from "./navigation.ts"
import { spacesIn } from "./otherSpaces.ts"
import { coverOf, languageOf, type PageContext, type PublishedContent, siteView } from "./pageContext.ts"
import { feedsOf } from "./pageFeed.ts"
import { socialPictureHref } from "./socialPictures.ts"
import { structuredDataOf } from "./structuredData.ts"

const drawings = counter("octavo_page_drawings_total", "Pages of published sites that were drawn")

/** Short pages with code that are drawn elsewhere at a time: those of one site are fewer than its tasks may be. */
const usualAhead = 8

export const makeDrawPage = Effect.fnUntraced(function* (
  contents: Contents,
  remoteImages: boolean,
  shortElsewhere = usualAhead
) {
  const instance = yield* Instance
  const turns = Semaphore.makeUnsafe(shortElsewhere)

  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    shown: PublishedContent,
    index: OpenIndex,
    page: PageRecord,
    look: PageContext
  ) {
    drawings.value++
    const { basePath } = location
    const evaluator = makePageEvaluator(location.judge, index, page)
    const from = page.git?.path ?? ""
    const language = languageOf(shown, look)
    const source = yield* contents.textOf(index, page)
    const { organizationId } = location.site
    const { at: spaceAt, outside } = look.otherSpaces
    const pictures = (yield* contents.picturesOf(shown.space.id)).byUrl
    const place = { index, basePath, spaceAt, outside, pictures, repositoryTree: shown.repositoryTree }

    /** What is long, or has colours in its code, is drawn by another thread, which asks for what it needs. */
    const drawElsewhere = Effect.gen(function* () {
      const answer = answersOf(
        {
          shown: contents.answeringIn(organizationId, index, {
            resolver: (file) => makeResolver({ ...place, includes: new Map() }, file, evaluator.textOf)
          })
        },
        evaluator.decide,
        look.otherSpaces.look
      )
      // where somebody has asked what the text says, it is known what will be asked for
      const facts = page.body === undefined ? undefined : yield* keptOf(pageFacts, page.body)
      const wanted = facts === undefined || spacesIn(facts.links).size > 0 ? [] : wantedBy(facts, from)
      const found = yield* answer({ ask: "references", wanted })
      const { externalTarget } = look.view
      return yield* computeAsking(
        drawTask,
        {
          ...{ text: source, from, title: page.title, language, remoteImages, externalTarget },
          answered: wanted.map((one, at): Answered => [one, found[at] as Found])
        },
        answer,
        Number.POSITIVE_INFINITY,
        `site ${location.site.id}`
      )
    })

    const shortInTurn = Semaphore.withPermit(turns, drawElsewhere)

    const drawHere = Effect.fnUntraced(function* ({ included, notes, parsed }: NonNullable<typeof short>) {
      const { root } = parsed
      yield* look.otherSpaces.look(spacesIn([parsed, ...included.values()].flatMap(({ links }) => links)))
      const texts = [{ from, root }, ...included.values()]
      const surroundings: Surroundings = {
        ...place,
        includes: included,
        api: yield* contents.apiOf(organizationId, index, texts)
      }
      const resolver = {
        ...makeResolver(surroundings, from, evaluator.textOf),
        remoteImages,
        externalTarget: look.view.externalTarget
      }
      // grammars weigh 30 MB in each thread that has them: this one has none
      if (hasColoredCode(root, resolver)) return yield* shortInTurn
      return {
        body: renderBody(root, resolver, { title: page.title, language }),
        outline: outlineOf(parsed),
        summary: summaryOf(root, resolver, language),
        notes: notes(),
        hasUpdates: updatesOf(root).length > 0
      } satisfies DrawnPage
    })

    // what is drawn elsewhere in any case is not read here, too
    const isShort = source.length <= inlineLength
    const short =
      isShort && !namesLanguage(source) ? yield* contents.shortOf(index, from, source, evaluator.decide) : undefined
    const { body, hasUpdates, notes, outline, summary } =
      short !== undefined ? yield* drawHere(short) : yield* isShort ? shortInTurn : drawElsewhere
    const path = pathTo(index, page)
    const here = index.pageById.get(page.id)!
    const toIndex = location.site.visibility === "public" && page.noIndex !== true && page.noRobotsIndex !== true
    const picture = socialPictureHref(location, index, here, look)
    const links = yield* metaLinksOf(instance, location, index, here, look)
    const about = index.home?.page.id === page.id ? (location.site.description ?? undefined) : undefined
    const written = yield* contents.writtenOf(shown.space.id, page)
    const html = renderPage({
      site: siteView(location, shown, index, path, look),
      page: {
        title: page.title,
        emoji: page.emoji,
        icon: page.icon,
        description: page.description,
        about: about ?? summary,
        structured: toIndex && links.isOwn ? structuredDataOf(instance, location, index, path) : undefined,
        cover: coverOf(page, { index, basePath, pictures }, remoteImages),
        layout: look.pagination ? page.layout : { ...page.layout, pagination: false },
        breadcrumbs: breadcrumbs(index, basePath, path),
        outline,
        notes: location.pass.kind === "member" ? notes : undefined,
        ...neighbours(index, basePath, page),
        updatedAt: written.updatedAt,
        authors: look.authors ? written.authors : page.authors,
        markdownUrl: location.site.agentsContext === "included" ? basePath + encodeURI(markdownPath(here)) : undefined,
        feeds: hasUpdates ? feedsOf(basePath, here) : [],
        actions: actionsOf(instance, location, index, here, look, language),
        editUrl:
          look.editLink && page.git !== undefined && shown.repositoryTree !== undefined
            ? editUrl(shown.repositoryTree, page.git.path)
            : undefined,
        canonicalUrl: links.canonicalUrl,
        socialImageUrl: picture && canonicalUrl(instance, location) + picture,
        feedback: look.feedback,
        alternates: links.alternates,
        noRobotsIndex: !toIndex
      },
      body
    })
    return { html, needs: needsOf(body) }
  })
})
