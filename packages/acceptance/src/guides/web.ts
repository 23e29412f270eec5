/** The outside of the pages: the hosts that they name, a proxy to them for curl and Git, DNS records, a person with a browser. */
import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { startGitServer } from "@octavo/git-cli/testing"
import { makeCertificate } from "@octavo/saml/testing"
import { endToEnd } from "../balancer.ts"
import { pixel } from "../sample.ts"

/** Where stand-ins listen on loopback; what is not there is not there yet. */
export interface Outside {
  /** Answers plain HTTP questions about DNS records. */
  readonly control: number
  /** TLS, for all names. */
  readonly web: number
  readonly postgres: number
  /** The server at `localhost:4000`. */
  readonly octavo: number | undefined
}

/** What the stand-ins need of the server, which begins after them. */
export interface Inside {
  /** As it is reached here. */
  readonly origin: string
  readonly token: string
  /** Ids of organizations, the newest first: those whose DNS records somebody has made. */
  readonly organizations: ReadonlyArray<string>
}

export interface Web {
  /** Port of the proxy, and of questions about DNS and people. */
  readonly control: number
  /** Port that speaks TLS for all names. */
  readonly web: number
  /** Paths of hosts that nobody expected to be asked for. */
  readonly unknown: Array<string>
  readonly close: () => Promise<void>
}

/** Address of the server, as its readers have it. */
export const publicUrl = "http://localhost:4000"

/** Credentials of the private repository. */
export const gitToken = "glpat-of-the-reader"

const petstore = {
  openapi: "3.1.0",
  info: { title: "Petstore", version: "1" },
  paths: { "/pet/{petId}": { get: { operationId: "getPet", responses: { 200: { description: "A pet" } } } } }
}

const guide = "<!doctype html><title>Guide</title><main><h1>Guide</h1><p>Read <a href='start'>on</a>.</p></main>"

/**
 * @param repositories directory of the Git hosts, `acme/docs` below it
 * @param inside what answers at addresses of Octavo
 */
export const startWeb = async (repositories: string, inside: () => Inside): Promise<Web> => {
  const unknown: Array<string> = []
  const git = await startGitServer(repositories, { push: true })

  const forward = (
    origin: string,
    incoming: IncomingMessage,
    response: ServerResponse,
    host = incoming.headers.host
  ) => {
    const headers = { ...endToEnd(incoming.headers), host }
    const onward = request(origin + incoming.url, { method: incoming.method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, endToEnd(answer.headers))
      answer.pipe(response)
    })
    onward.on("error", () => response.destroy())
    incoming.pipe(onward)
  }

  const hosts: Readonly<Record<string, (incoming: IncomingMessage, response: ServerResponse) => void>> = {
    "github.com": (incoming, response) => forward(git.url, incoming, response),
    "gitlab.example.com": (incoming, response) => {
      const wanted = `Basic ${Buffer.from(`oauth2:${gitToken}`).toString("base64")}`
      if (incoming.headers.authorization === wanted) return forward(git.url, incoming, response)
      response.writeHead(401, { "www-authenticate": 'Basic realm="GitLab"' }).end()
    },
    "petstore3.swagger.io": (incoming, response) => {
      if (incoming.url !== "/api/v3/openapi.json") return void response.writeHead(404).end()
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(petstore))
    },
    "example.org": (incoming, response) => {
      if (incoming.url !== "/plan.png") return void response.writeHead(404).end()
      response.writeHead(200, { "content-type": "image/png" }).end(pixel)
    },
    "docs.example.com": (incoming, response) => {
      if (incoming.url === "/robots.txt") return void response.writeHead(404).end()
      if (!incoming.url!.startsWith("/guide/"))
        return forward(inside().origin, incoming, response, new URL(publicUrl).host)
      response.writeHead(200, { "content-type": "text/html" }).end(guide)
    }
  }
  const secure = createSecureServer(
    ((made) => ({ key: made.key, cert: made.certificate }))(makeCertificate({ name: "Stand-ins of the outside" })),
    (incoming, response) => {
      const answer = hosts[(incoming.headers.host ?? "").replace(/:443$/, "")]
      if (answer !== undefined) return answer(incoming, response)
      unknown.push(`${incoming.headers.host}${incoming.url}`)
      response.writeHead(404).end()
    }
  )

  /** The records that somebody made who did as the answers of the API say. */
  const records = async (type: string, name: string): Promise<ReadonlyArray<string>> => {
    const { organizations, origin, token } = inside()
    const ask = async (path: string): Promise<any> =>
      (await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })).json()
    if (type === "CNAME") {
      const { records } = await ask(`/v1/custom-hostnames/${name.replace(/^_octavo\./, "")}`)
      const found = Object.values((records ?? {}) as Record<string, any>).filter((one) => one.name === name)
      return found.map(({ value }) => value)
    }
    for (const organization of organizations) {
      const { items = [] } = await ask(`/v1/orgs/${organization}/email-domains`)
      const found = items.flatMap((one: any) => Object.values(one)).find((one: any) => one?.name === name)
      if (found !== undefined) return [found.value]
    }
    return []
  }

  /** Signs in and says yes, as a browser does that is at the public address; answers the code that the page shows. */
  const allow = async (url: string): Promise<string> => {
    const { pathname, search } = new URL(url)
    // a page of docs that somebody writes is looked at, and asks for nothing
    if (!pathname.endsWith("/~/authorize")) return ""
    const { origin, token } = inside()
    const send = (path: string, body: URLSearchParams, cookie: string) =>
      fetch(origin + path, { method: "POST", redirect: "manual", headers: { origin: publicUrl, cookie }, body })
    const signed = await send("/app/~/sign-in", new URLSearchParams({ token, to: "" }), "")
    const cookie = signed.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ")
    const page = await (await fetch(origin + pathname + search, { headers: { cookie } })).text()
    const form = page.slice(page.indexOf('/~/authorize"'))
    const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const filled = new URLSearchParams(fields.map(([, name, value]) => [name!, value!.replaceAll("&amp;", "&")]))
    const answer = await send("/app/~/authorize", filled, cookie)
    const location = answer.headers.get("location")
    if (location === null) return /<code[^>]*>([\w.-]+)<\/code>/.exec(await answer.text())![1]!
    await fetch(location)
    return ""
  }

  const control = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url!, "http://control")
    try {
      if (pathname === "/dns")
        response.end(JSON.stringify(await records(searchParams.get("type")!, searchParams.get("name")!)))
      else response.end(await allow(await text(incoming)))
    } catch (error) {
      console.error(error)
      response.writeHead(500).end(String(error))
    }
  })
  control.on("connect", (incoming, socket) => {
    if (!incoming.url!.endsWith(":443")) {
      unknown.push(incoming.url!)
      return void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
    }
    const there = connect(portOf(secure), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n")
      there.pipe(socket).pipe(there)
    })
    for (const one of [there, socket]) one.on("error", () => [there, socket].forEach((end) => void end.destroy()))
  })
  for (const server of [secure, control]) {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  }
  return {
    control: portOf(control),
    web: portOf(secure),
    unknown,
    close: async () => {
      for (const server of [secure, control]) {
        server.closeAllConnections()
        server.close()
      }
      await git.close()
    }
  }
}

const portOf = (server: Pick<Server, "address">): number => (server.address() as AddressInfo).port
