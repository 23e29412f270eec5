/** `octavo login`: an API token for this machine, in exchange for a yes in the browser. */
import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { hostname } from "node:os"
import { createInterface } from "node:readline/promises"
import { ExpectedError } from "@octavo/runtime/errorMessages"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { openInBrowser } from "../openInBrowser.ts"
import { answer, table } from "../run.ts"
import { defaultServer, requestServer, serverAddress } from "../serverRequest.ts"
import { json } from "../settings.ts"

/** How long somebody may take in the browser. */
const patienceMs = 5 * 60_000

/** In the place of an address: the page shows the code. */
const byHand = "urn:ietf:wg:oauth:2.0:oob"

interface Made {
  readonly token: string
  readonly id: string
  readonly expiresAt?: string
  readonly organization?: string
}

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Octavo</title><style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}</style><main><h1>${text}</h1><p>You can close this window, and go on in the terminal.</p></main></html>`

/** Listens on a free port of this machine for the browser to come back. */
const listen = (state: string) =>
  new Promise<{ readonly redirectURI: string; readonly code: Promise<string>; readonly close: () => void }>(
    (resolve, reject) => {
      let done: (code: string) => void = () => {}
      let failed: (error: Error) => void = () => {}
      const code = new Promise<string>((yes, no) => {
        done = yes
        failed = no
      })
      // whoever waits is told; nobody may be waiting any more
      code.catch(() => {})
      const timer = setTimeout(() => failed(new ExpectedError("Nobody said yes in the browser in time")), patienceMs)
      const server = createServer((request, response) => {
        const url = new URL(request.url ?? "/", "http://127.0.0.1")
        const ours = url.pathname === "/callback" && url.searchParams.get("state") === state
        const given = url.searchParams.get("code")
        const text = !ours
          ? "This is not the page that was waited for"
          : given === null
            ? "Nothing was allowed"
            : "You are signed in"
        response.writeHead(ours ? 200 : 404, { "content-type": "text/html; charset=utf-8", connection: "close" })
        response.end(page(text))
        if (!ours) return
        if (given === null) failed(new ExpectedError("Nothing was allowed in the browser"))
        else done(given)
      })
      server.once("error", reject)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resolve({
          redirectURI: `http://127.0.0.1:${port}/callback`,
          code,
          close: () => {
            clearTimeout(timer)
            server.closeAllConnections()
            server.close()
          }
        })
      })
    }
  )

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const exchange = async (app: string, fields: Readonly<Record<string, string>>): Promise<Made> => {
  const response = await requestServer(`${app}/~/token`, { method: "POST", body: new URLSearchParams(fields) })
  const body = (await response.json().catch(() => undefined)) as Partial<Made> & { error?: { message?: string } }
  if (!response.ok || body?.token === undefined) {
    throw new ExpectedError(
      body?.error?.message ?? `The server answered ${response.status}; is this the address of an Octavo?`
    )
  }
  return body as Made
}

const run = async (server: string, browser: boolean): Promise<Made> => {
  const app = `${serverAddress(server)}/app`
  await requestServer(`${app}/~/sign-in`)
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(16).toString("base64url")
  const back = browser ? await listen(state) : undefined
  try {
    const redirect_uri = back?.redirectURI ?? byHand
    const asked = new URLSearchParams({
      response_type: "code",
      client: `octavo login on ${hostname()}`,
      redirect_uri,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256"
    })
    const url = `${app}/~/authorize?${asked}`
    say(`Open this page to allow it:\n\n  ${url}\n`)
    if (browser) openInBrowser(url)
    const code = await (back === undefined ? ask() : back.code)
    return await exchange(app, { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri })
  } finally {
    back?.close()
  }
}

const ask = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const ended = new ExpectedError(
      "No code was given: the input ended before it. Run octavo login again, and type the code that the page shows"
    )
    const closed = new Promise<never>((_, no) => lines.once("close", () => no(ended)))
    // the prompt stands in a line of its own
    closed.catch(() => say(""))
    return (await Promise.race([lines.question("Code: "), closed])).trim()
  } finally {
    lines.close()
  }
}

export const login = Command.make(
  "login",
  {
    server: Argument.String("url").pipe(
      Argument.withDescription("Public URL of the server [env: OCTAVO_URL]"),
      Argument.optional
    ),
    browser: Flag.Boolean("browser").pipe(
      Flag.withDescription("Open a browser here; --no-browser takes a code that another browser shows"),
      Flag.withDefault(true)
    ),
    json
  },
  Effect.fn(function* ({ browser, json, server }) {
    const made = yield* Effect.tryPromise({
      try: () => run(Option.getOrElse(server, defaultServer), browser),
      catch: (error) => error
    })
    yield* answer(
      json,
      made,
      table([
        ["API token", `${made.token}   (shown this once)`],
        ["Id", made.id],
        ["Expires", made.expiresAt ?? "never"],
        ...(made.organization === undefined ? [] : [["Only in", made.organization] as const])
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Get an API token for this machine: sign in in the browser, with the provider of your organization if it has one, and say yes there. The token ends after 90 days."
  ),
  Command.withShortDescription("Get an API token by signing in in the browser")
)
