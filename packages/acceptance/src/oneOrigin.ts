/** What a script of a published site could ask for on the application's origin: every route, every page, every form. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { allRoutes, applicationLayer } from "@octavo/runtime/server"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { parse } from "parse5"
import { attribute, elementsOf } from "./browser.ts"
import type { World } from "./world.ts"

export interface RouteOfRouter {
  readonly method: string
  /** With something in place of its parameters. */
  readonly path: string
}

/** Every route that is given to the router of a server, as it is given. */
export const routesOfRouter = async (world: World): Promise<ReadonlyArray<RouteOfRouter>> => {
  const found: Array<RouteOfRouter> = []
  const note = (method: string, path: string) =>
    found.push({ method: method === "*" ? "GET" : method, path: path.replace(/:\w+/g, "x1").replace(/\*$/, "x1") })
  const recording = (router: HttpRouter.HttpRouter): HttpRouter.HttpRouter => ({
    ...router,
    prefixed: () => {
      throw new Error("a route with a prefix: note it, too")
    },
    add: (method, path, handler, options) => {
      note(method, path)
      return router.add(method, path, handler, options)
    },
    addAll: (routes) => {
      for (const { method, path } of routes) note(method, path)
      return router.addAll(routes)
    }
  })
  const config = { ...world.config, url: world.origin, worker: false }
  const built = Effect.gen(function* () {
    const router = recording(yield* HttpRouter.make)
    yield* Layer.build(Layer.fresh(allRoutes(config))).pipe(
      Effect.provideService(HttpRouter.HttpRouter, router),
      Effect.provideServiceEffect(Layer.CurrentMemoMap, Layer.makeMemoMap)
    )
  }).pipe(Effect.scoped, Effect.provide(applicationLayer(config)))
  await Effect.runPromise(built as Effect.Effect<void, unknown>)
  return found
}

/** A form that is sent with POST. */
export interface PostForm {
  readonly action: string
  readonly fields: URLSearchParams
}

export interface Walk {
  /** Paths of pages, and of what they load, below the application's. */
  readonly paths: ReadonlySet<string>
  /** By action. */
  readonly forms: ReadonlyMap<string, PostForm>
}

/** Follows every link of the application's pages from some on, as who has the cookie. */
export const walkApplication = async (world: World, starts: ReadonlyArray<string>, cookie?: string): Promise<Walk> => {
  const paths = new Set<string>()
  const forms = new Map<string, PostForm>()
  const waiting = [...starts]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const url = new URL(at, world.origin)
    const path = url.pathname + url.search
    if (url.origin !== world.origin || !/^\/app(?:\/|$)/.test(path) || paths.has(path)) continue
    paths.add(path)
    const answer = await fetch(url, { redirect: "manual", headers: defined({ cookie }) })
    const text = await answer.text()
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue
    const document = parse(text)
    for (const element of elementsOf(document, () => true)) {
      for (const name of ["href", "src"]) {
        const href = attribute(element, name)
        if (href !== undefined && URL.canParse(href, url)) waiting.push(new URL(href, url).href)
      }
    }
    for (const form of elementsOf(
      document,
      ({ attrs, tagName }) =>
        tagName === "form" && attrs.some(({ name, value }) => name === "method" && /^post$/i.test(value))
    )) {
      const action = new URL(attribute(form, "action") ?? "", url).href
      const fields = elementsOf(form, ({ tagName }) => tagName === "input").flatMap(
        (input): Array<[string, string]> => {
          const name = attribute(input, "name")
          return name === undefined ? [] : [[name, attribute(input, "value") ?? ""]]
        }
      )
      forms.set(action, { action, fields: new URLSearchParams(fields) })
    }
  }
  return { paths, forms }
}
