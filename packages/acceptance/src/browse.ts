/** A browser without scripts: keeps cookies, follows redirects, sends the forms of pages. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { parse } from "parse5"
import { attribute, elementsOf } from "./browser.ts"

export interface Shown {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Fields of the page's only form, or of the one with this action. */
  readonly form: (action?: string) => { readonly action: string; readonly method: string; fields: URLSearchParams }
}

interface Cookie {
  readonly origin: string
  readonly path: string
  readonly name: string
  readonly value: string
}

export const makeBrowser = (userAgent?: string) => {
  let cookies: ReadonlyArray<Cookie> = []

  const keep = (url: URL, headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ")
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
      const path = /^Path=(.*)$/i.exec(attributes.find((one) => /^Path=/i.test(one)) ?? "")?.[1] ?? "/"
      cookies = cookies.filter((one) => one.name !== name || one.origin !== url.origin || one.path !== path)
      if (!attributes.includes("Max-Age=0")) cookies = [...cookies, { origin: url.origin, path, name, value }]
    }
  }

  const sent = (url: URL, crossSitePost: boolean): string =>
    cookies
      // SameSite=Lax: not with forms that other sites send
      .filter(
        ({ origin, path }) => !crossSitePost && origin === url.origin && `${url.pathname}/`.startsWith(`${path}/`)
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ")

  const request = async (
    target: string,
    options: { readonly method?: string; readonly body?: URLSearchParams; readonly from?: string } = {},
    follow = true
  ): Promise<Shown> => {
    const url = new URL(target)
    const method = options.method ?? "GET"
    const origin = options.from === undefined ? undefined : new URL(options.from).origin
    const cookie = sent(url, method === "POST" && origin !== url.origin)
    const answer = await fetch(url, {
      method,
      redirect: "manual",
      headers: {
        ...defined({ "user-agent": userAgent }),
        ...(cookie === "" ? {} : { cookie }),
        ...(method === "POST" && origin !== undefined ? { origin } : {})
      },
      ...defined({ body: options.body })
    })
    keep(url, answer.headers)
    const text = await answer.text()
    const location = answer.headers.get("location")
    if (follow && location !== null && [302, 303].includes(answer.status)) {
      return request(new URL(location, url).href, { from: target })
    }
    return {
      url: url.href,
      status: answer.status,
      headers: answer.headers,
      text,
      form: (action) => {
        const forms = elementsOf(parse(text), ({ tagName }) => tagName === "form")
        const form = forms.find((one) => action === undefined || attribute(one, "action")?.endsWith(action) === true)
        if (form === undefined) throw new Error(`no form on ${url.href}: ${text.slice(0, 500)}`)
        const fields = elementsOf(form, ({ tagName }) => tagName === "input").flatMap((input) => {
          const name = attribute(input, "name")
          return name === undefined ? [] : [[name, attribute(input, "value") ?? ""] as [string, string]]
        })
        return {
          action: new URL(attribute(form, "action") ?? "", url).href,
          method: (attribute(form, "method") ?? "get").toUpperCase(),
          fields: new URLSearchParams(fields)
        }
      }
    }
  }

  return {
    get: (url: string) => request(url),
    /** Without following where it leads. */
    ask: (url: string) => request(url, {}, false),
    /** Sends the form of a page, with some fields filled in. */
    submit: (page: Shown, filled: Readonly<Record<string, string>> = {}, action?: string, follow = true) => {
      const { action: target, fields, method } = page.form(action)
      for (const [name, value] of Object.entries(filled)) fields.set(name, value)
      return method === "GET"
        ? request(`${target.split("?")[0]}?${fields}`, { from: page.url }, follow)
        : request(target, { method, body: fields, from: page.url }, follow)
    },
    post: (url: string, body: Readonly<Record<string, string>>, from: string, follow = true) =>
      request(url, { method: "POST", body: new URLSearchParams(body), from }, follow),
    cookies: () => cookies
  }
}

export type Browser = ReturnType<typeof makeBrowser>
