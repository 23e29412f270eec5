/** What pages of a folder have beside those of a published site: a script that is told when something changed. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { isOwnMachine } from "@octavo/core/delivery/site-records/resolveUrl"
import { type Fault, liveScript } from "@octavo/reader"
import type { Shown } from "./followFolder.ts"

const path = "/~octavo"

/** Stands at the end of every page's head. */
const tag = `<script src="${path}/live.js" defer></script></head>`

/** A page with the script. */
export const withLive = (html: string): string => html.replace("</head>", tag)

/** Until there is something to show. */
const waitingPage = (said: string): string =>
  withLive(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Octavo</title><style>${waitingStyle}</style></head>
<body data-waiting><main><h1>Nothing to show yet</h1><p role="status">${escaped(said)}</p>
<p>This page goes on by itself.</p></main></body></html>`)

const waitingStyle = `body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 17px/1.6 system-ui, sans-serif;
  background: light-dark(#fff, #111214); color: light-dark(#1d1b16, #f3f1ec) }
main { max-width: 34em; padding: 24px; overflow-wrap: anywhere } h1 { font-size: 24px; margin: 0 0 8px } p { margin: 0 }
p + p { color: light-dark(#5a544a, #b9b2a5) }`

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

export const makeLive = () => {
  const open = new Set<ServerResponse>()
  let shown: Pick<Shown, "version"> | undefined
  let faults: ReadonlyArray<Fault> = []
  let failure: ReadonlyArray<Fault> = []
  let said = "The folder is being read."

  const messages = () => [
    ...(shown === undefined ? [] : [`event: content\ndata: ${shown.version}\n\n`]),
    `event: faults\ndata: ${JSON.stringify([...failure, ...faults])}\n\n`
  ]
  const tell = (): void => {
    for (const response of open) for (const message of messages()) response.write(message)
  }

  /** Answers what is not the site's, and everything while there is nothing to show. */
  const lane = ({ headers, method, url = "/" }: IncomingMessage, response: ServerResponse): boolean => {
    const host = URL.parse(`http://${headers.host}`)
    if (host === null || !isOwnMachine(host.hostname)) {
      response.writeHead(421, { "content-type": "text/plain" })
      response.end("This is a folder of somebody's machine: open it at localhost, or by the machine's address")
      return true
    }
    const [asked] = url.split("?")
    if (asked === `${path}/live.js`) {
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" })
      response.end(liveScript)
      return true
    }
    if (asked === `${path}/events`) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
      for (const message of messages()) response.write(message)
      open.add(response)
      response.on("close", () => open.delete(response))
      return true
    }
    if (shown !== undefined || (method !== "GET" && method !== "HEAD")) return false
    const isPage = headers.accept?.includes("text/html") === true
    response.writeHead(503, { "content-type": isPage ? "text/html; charset=utf-8" : "text/plain", "retry-after": "1" })
    response.end(method === "HEAD" ? "" : isPage ? waitingPage(said) : said)
    return true
  }

  return {
    lane,
    /** Something else is shown. */
    show: (next: Pick<Shown, "version">): void => {
      shown = next
      failure = []
      tell()
    },
    /** Something else is wrong with what is shown. */
    tell: (next: ReadonlyArray<Fault>): void => {
      faults = next
      tell()
    },
    /** The folder could not be read: what was shown stays. */
    fail: (next: ReadonlyArray<Fault>): void => {
      said = next.map(({ message }) => message).join(" ")
      failure = next
      tell()
    },
    /** What is done, while there is nothing to show. */
    say: (message: string): void => {
      said = message
    },
    close: (): void => {
      for (const response of open) response.end()
    }
  }
}
