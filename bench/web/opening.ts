/** A page that is opened by a browser that has nothing of it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { median } from "../support/numbers.ts"
import { beside, type Part, within } from "./part.ts"

const rounds = 20

/**
 * Runs before anything of a page: promises when its heading has been painted first. That is the frame whose callback sees
 * it, and a task that is asked for there comes after that frame.
 */
const noteFirst = `
  window.firstContent = new Promise((resolve) => {
    const look = () => {
      const heading = document.querySelector("#Application .page h1, body.bare h1")
      if (heading === null) requestAnimationFrame(look)
      else setTimeout(() => resolve(performance.now()))
    }
    requestAnimationFrame(look)
  })`

/** What is opened and what it is measured by come in turns: the machine is the same to both. */
export const opening: Part = async ({ app, say, window, world }) => {
  say("opening a page with a cold cache")
  const open = async (url: string): Promise<number> => {
    const fresh = await window()
    await fresh.addInitScript(noteFirst)
    const page = await fresh.newPage()
    await page.goto(url)
    const time = await page.evaluate<number>("window.firstContent")
    await fresh.close()
    return time
  }
  const bare = await barePage()
  const [ours, theirs]: [Array<number>, Array<number>] = [[], []]
  for (let round = -1; round < rounds; round++) {
    const times = [await open(app + world.pages[0]!), await open(bare.url)] as const
    if (round < 0) continue
    ours.push(times[0])
    theirs.push(times[1])
  }
  bare.close()
  return [
    within("open a page, cold cache: first content", median(ours), 400, "ms"),
    beside("the same, beside a bare page of a bare server", median(ours), median(theirs))
  ]
}

/** A page that is nothing but a heading and some text: what Chromium itself needs. */
const barePage = async () => {
  const body = `<!doctype html><title>Bare</title><body class="bare"><h1>Bare</h1><p>${"Some words. ".repeat(300)}</p>`
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(body))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
