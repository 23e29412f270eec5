/** A change request of many pages: how soon its first change is seen, how it scrolls, and what memory the tab takes. */
import type { Page } from "playwright-core"
import { median } from "../support/numbers.ts"
import { beside, type Part, within } from "./part.ts"

/** Pages that are changed. */
const changed = 2000
const rounds = 5

/** Runs before anything of a page: promises when the first changed words have been painted. */
const noteFirst = `
  window.firstChange = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(".changed-item ins, .changed-item del") === null) requestAnimationFrame(look)
      else setTimeout(() => resolve(performance.now()))
    }
    requestAnimationFrame(look)
  })`

export const reviewing: Part = async ({ app, say, window, world }) => {
  say(`opening a change request of ${changed} pages`)
  const path = await makeDraft(new URL(app).origin, world.token)
  const times: Array<number> = []
  const shells: Array<number> = []
  let megabytes = 0
  let worst = 0
  for (let round = -1; round < rounds; round++) {
    const fresh = await window()
    await fresh.addInitScript(noteFirst)
    const page = await fresh.newPage()
    // what is loaded once is there, as it is for who comes from the list
    await page.goto(`${app}${path.slice(0, path.lastIndexOf("/"))}`)
    await page.getByRole("list", { name: "Change requests" }).waitFor()
    const before = await page.evaluate<number>("performance.now()")
    await page.goto(app + path)
    const first = await page.evaluate<number>("window.firstChange")
    if (round >= 0) {
      times.push(first)
      shells.push(before)
    }
    if (round === rounds - 1) {
      worst = await slowestFrame(page)
      megabytes = await heapOf(page)
    }
    await fresh.close()
  }
  return [
    within(`open a change request of ${changed} pages: first change`, median(times), 1000, "ms"),
    beside("the same, beside the list of change requests", median(times), median(shells)),
    within("the slowest frame while it is scrolled through", worst, 50, "ms"),
    within("memory of its scripts then", megabytes, 200, "MB")
  ]
}

/** Milliseconds of the 99th of 100 frames while the page is scrolled to its end. */
const slowestFrame = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const times: Array<number> = []
    const place = document.scrollingElement!
    for (let step = 0, last = performance.now(); step < 300; step++) {
      place.scrollTop += place.scrollHeight / 300
      for (const one of document.querySelectorAll("main, [data-scroll]")) one.scrollTop += one.scrollHeight / 300
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const now = performance.now()
      times.push(now - last)
      last = now
    }
    return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!
  })

/** Megabytes that its scripts hold on to, once what is not used is gone. */
const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  return usedSize / 1_000_000
}

/** A space with as many pages, each with a word changed in a draft. @returns the path of the change request */
const makeDraft = async (origin: string, token: string): Promise<string> => {
  const ask = async (path: string, body: unknown): Promise<any> => {
    const answer = await fetch(`${origin}/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { items } = await (await fetch(`${origin}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } })).json()
  const space = await ask(`/orgs/${items[0].id}/spaces`, { title: "Many changes" })
  const words = "The words of a page that nobody changes, and more of them. ".repeat(12)
  const ids: Array<string> = []
  for (let at = 0; at < changed; at += 50) {
    const { changes } = await ask(`/spaces/${space.id}/content`, {
      changes: Array.from({ length: 50 }, (_, one) => ({
        operation: "insert_page",
        title: `Page ${at + one}`,
        document: { markdown: `Words of page ${at + one} before.\n\n${words}\n` }
      }))
    })
    ids.push(...changes.map((change: any) => change.page.id))
  }
  const draft = await ask(`/spaces/${space.id}/change-requests`, { subject: "All of them" })
  for (let at = 0; at < changed; at += 50) {
    await ask(`/spaces/${space.id}/change-requests/${draft.id}/content`, {
      changes: ids.slice(at, at + 50).map((page, one) => ({
        operation: "update_page",
        page,
        document: { markdown: `Words of page ${at + one} after.\n\n${words}\n` }
      }))
    })
  }
  return `/s/${space.id}/~/changes/${draft.number}`
}
