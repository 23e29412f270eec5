/**
 * Files that a person puts into a page: a screenshot, a long PDF, a picture that is too large; with lines that are lost,
 * windows that are closed, and pages that are left meanwhile. In Chromium, against a real server; things are found by role
 * and name, and what counts is what the server has in the end.
 */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { startGate } from "../src/gate.ts"
import { picture as drawn } from "../src/largePicture.ts"
import { postgres, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"
import { caretBehind, chooseKind, type WrittenPage, writePage } from "../src/writtenPage.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to write in")

/** What a console may say of lines that are lost on purpose. */
const lostLines = {
  ignored: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_ABORTED|ERR_NETWORK|ERR_CONNECTION|ERR_INCOMPLETE|ERR_SOCKET/
}

const phone = { viewport: { width: 390, height: 800 }, colorScheme: "dark" as const, hasTouch: true }

describe.skipIf(executable === undefined)("Files that are put into a page", () => {
  let world: World
  let browser: Browser
  let directory: string

  beforeAll(async () => {
    world = await startWorld(sqlite, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable!)
    directory = mkdtempSync(join(tmpdir(), "octavo-files-"))
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  /** A file on this machine's disk. */
  const onDisk = (name: string, bytes: Uint8Array | number): string => {
    const path = join(directory, name)
    writeFileSync(path, typeof bytes === "number" ? "" : bytes)
    if (typeof bytes === "number") truncateSync(path, bytes)
    return path
  }
  const manual = (): string =>
    onDisk("manual.pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(30_000_000, 7)]))

  const writing = (
    markdown: string,
    look: (written: WrittenPage) => Promise<void>,
    options: Partial<Parameters<typeof writePage>[0]> = {}
  ): Promise<void> => writePage({ world, browser, markdown, ...options }, look)

  /** Files of the draft of a space, as the server has them. */
  const filesOf = async (space: string, of: World = world): Promise<ReadonlyArray<any>> => {
    const drafts = await of.api.get(`/v1/spaces/${space}/change-requests?status=draft`)
    if (drafts.body.items.length === 0) return []
    return (await of.api.get(`/v1/spaces/${space}/change-requests/${drafts.body.items[0].id}/content/files`)).body.items
  }

  /** A line on which so many bytes go up in a second. */
  const slowly = async (page: Page, bytes: number): Promise<void> => {
    const session = await page.context().newCDPSession(page)
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes
    })
  }

  /** Drops files, or pastes them, as a browser tells of it. */
  const give = async (
    page: Page,
    on: Locator,
    how: "drop" | "paste",
    files: ReadonlyArray<{ readonly name: string; readonly type: string; readonly bytes: Buffer }>
  ): Promise<void> => {
    const sent = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") }))
    const dataTransfer = await page.evaluateHandle(`{
      globalThis.given = new DataTransfer()
      for (const { base64, name, type } of ${JSON.stringify(sent)})
        given.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }))
      given
    }`)
    if (how === "paste") {
      await page.evaluate(
        "document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true }))"
      )
      return
    }
    const box = (await on.boundingBox())!
    const at = { clientX: box.x + box.width - 10, clientY: box.y + box.height - 2 }
    await on.dispatchEvent("drop", { dataTransfer, ...at })
  }

  const choose = async ({ body, page }: WrittenPage, kind: "Image" | "File", file: string, behind = "First.") => {
    await chooseKind(page, body.getByText(behind), kind)
    const label = kind === "Image" ? "Choose a picture" : "Choose a file"
    await page.getByRole("dialog", { name: kind }).getByLabel(label).setInputFiles(file)
  }

  const progress = (page: Page, name: string): Locator => page.getByRole("progressbar", { name: `Uploading ${name}` })

  /** The manual is on its way, over a slow line, and more than so many hundredths of it are there. */
  const underway = async (written: WrittenPage, path: string, hundredths: number): Promise<Locator> => {
    await slowly(written.page, 2_000_000)
    await choose(written, "File", path)
    const bar = progress(written.page, "manual.pdf")
    await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(hundredths)
    return bar
  }

  it("a screenshot of 3 MB is dropped where it will stand, and is there as what it is", {
    timeout: 60_000
  }, async () => {
    const shot = drawn(1000, 1000)
    expect(shot.length).toBeGreaterThan(3_000_000)
    await writing("First.\n\nLast.\n", async ({ body, page, says, space }) => {
      await give(page, body.getByText("First."), "drop", [{ name: "shot.png", type: "image/png", bytes: shot }])
      await body.locator("figure img").waitFor()
      await says(/^First\.\n\n(?:!\[\]\(\/files\/\w+\)|<figure><img src="\/files\/\w+"[^\n]*)\n\nLast\.\n$/)
      expect(await filesOf(space)).toMatchObject([
        { name: "shot.png", contentType: "image/png", size: shot.length, dimensions: { width: 1000, height: 1000 } }
      ])
      // what is done last is taken back first
      await page.keyboard.press("ControlOrMeta+z")
      await says("First.\n\nLast.\n")
    })
  })

  it("the same on Postgres", { timeout: 120_000 }, async () => {
    const other = await startWorld(postgres, { webApplication: await builtWebApplication() })
    try {
      const shot = drawn(1000, 1000)
      await writing(
        "First.\n",
        async ({ body, page, says, space }) => {
          await caretBehind(page, body.getByText("First."))
          await give(page, body.getByText("First."), "paste", [{ name: "shot.png", type: "image/png", bytes: shot }])
          await body.locator("figure img").waitFor()
          await says(/\/files\/\w+/)
          expect(await filesOf(space, other)).toMatchObject([{ name: "shot.png", size: shot.length }])
        },
        { world: other }
      )
    } finally {
      await other.stop()
    }
  })

  it("a PDF of 30 MB is seen on its way, the page is written and saved meanwhile, and it can be given up", {
    timeout: 120_000
  }, async () => {
    const path = manual()
    await writing(
      "First.\n\nLast.\n",
      async (written) => {
        const { audit, body, page, says, space } = written
        const bar = await underway(written, path, 1)
        await audit()
        await caretBehind(page, body.getByText("Last."))
        await page.keyboard.type(" And more")
        // nothing of what is on its way stands in what is saved
        await says(/^First\.\n\n(?:\n)?Last\. And more\n$/)
        await page.keyboard.press("ControlOrMeta+z")
        await says(/Last\.\n$/)
        await expect.poll(() => bar.count()).toBe(1)
        await page.getByRole("button", { name: "Cancel: manual.pdf" }).click()
        await page.getByText("The upload of manual.pdf was cancelled").waitFor()
        expect(await bar.count()).toBe(0)
        expect(await filesOf(space)).toEqual([])
        await slowly(page, -1)
        await choose(written, "File", path, "Last.")
        await says(/\{% file src="\/files\/\w+" %\}/)
        expect(await filesOf(space)).toMatchObject([
          { name: "manual.pdf", contentType: "application/pdf", size: 30_000_009 }
        ])
      },
      lostLines
    )
  })

  it("a picture of 200 MB is refused before anything is sent, with the limit in words", {
    timeout: 60_000
  }, async () => {
    const path = onDisk("film.png", 200_000_000)
    await writing("First.\n", async (written) => {
      const { audit, body, page, says } = written
      const asked: Array<string> = []
      page.on("request", (request) => {
        if (/storage\/upload|~uploads/.test(request.url())) asked.push(request.url())
      })
      await choose(written, "Image", path)
      await body.getByText(/film\.png was not uploaded\. It has 200 MB, and a file has at most 100 MB here/).waitFor()
      await audit()
      expect(await page.getByRole("button", { name: /^Try again/ }).count()).toBe(0)
      await page.getByRole("button", { name: "Remove: film.png" }).click()
      await says(/^First\.\n/)
      expect(asked).toEqual([])
    })
  })

  it("without a line it says so, and goes on when there is one", { timeout: 120_000 }, async () => {
    const path = onDisk("slow.bin", 6_000_000)
    await writing(
      "First.\n",
      async (written) => {
        const { audit, page, says, space, window } = written
        await window.setOffline(true)
        await choose(written, "File", path)
        const box = page.getByRole("group", { name: "slow.bin" })
        await expect
          .poll(() => box.textContent(), { timeout: 50_000 })
          .toMatch(/slow\.bin was not uploaded\. The line was lost\. It goes on when there is one again\./)
        await page.getByRole("button", { name: "Try again: slow.bin" }).waitFor()
        await audit()
        await window.setOffline(false)
        await says(/\{% file src="\/files\/\w+" %\}/)
        expect(await filesOf(space)).toMatchObject([{ name: "slow.bin", size: 6_000_000 }])
      },
      lostLines
    )
  })

  it("a line that is cut midway is told in words, nothing half is there, and it is there whole when tried again", {
    timeout: 180_000
  }, async () => {
    const path = manual()
    const gate = await startGate()
    const behind = await startWorld(sqlite, { url: gate.origin, webApplication: await builtWebApplication() })
    gate.leadTo(behind.server.port)
    try {
      await writing(
        "First.\n\nLast.\n",
        async (written) => {
          const { audit, body, page, says, space } = written
          await underway(written, path, 5)
          gate.shut()
          const box = page.getByRole("group", { name: "manual.pdf" })
          await box
            .getByText(/manual\.pdf was not uploaded\. The server does not answer\./)
            .waitFor({ timeout: 60_000 })
          await audit()
          gate.open()
          await slowly(page, -1)
          // what was written meanwhile is saved, without the file
          await caretBehind(page, body.getByText("Last."))
          await page.keyboard.type(" And more")
          await says(/^First\.\n\n(?:\n)?Last\. And more\n$/)
          expect(await filesOf(space, behind)).toEqual([])
          await page.getByRole("button", { name: "Try again: manual.pdf" }).click()
          await says(/\{% file src="\/files\/\w+" %\}/)
          expect(await filesOf(space, behind)).toMatchObject([{ name: "manual.pdf", size: 30_000_009 }])
        },
        { ...lostLines, world: { ...behind, origin: gate.origin } }
      )
    } finally {
      await behind.stop()
      await gate.close()
    }
  })

  it("an answer that is lost makes no second file", { timeout: 120_000 }, async () => {
    const path = onDisk("once.bin", 5_000)
    await writing(
      "First.\n",
      async (written) => {
        const { body, page, says, space } = written
        const lose = async (pattern: RegExp) => {
          let isLost = false
          await page.route(pattern, async (route) => {
            if (isLost || route.request().method() === "GET") return route.fallback()
            if (pattern.source.includes("content") && !route.request().postData()?.includes("insert_files"))
              return route.fallback()
            isLost = true
            await route.fetch()
            await route.abort()
          })
        }
        const answers: Array<number> = []
        page.on("response", (response) => {
          if (/~uploads\//.test(response.url())) answers.push(response.status())
        })
        await lose(/~uploads\//)
        await lose(/change-requests\/[^/]+\/content/)
        await choose(written, "File", path)
        for (let tries = 0; tries < 2; tries++) {
          await body.getByText(/once\.bin was not uploaded/).waitFor()
          await page.getByRole("button", { name: "Try again: once.bin" }).click()
        }
        await says(/\{% file src="\/files\/\w+" %\}/)
        expect(await filesOf(space)).toMatchObject([{ name: "once.bin", size: 5_000 }])
        // the bytes were there when they were sent again
        expect(answers).toEqual([409])
      },
      { ignored: new RegExp(`${lostLines.ignored.source}|409`) }
    )
  })

  it("several at once come in the order in which they were given, at a place that is written around", {
    timeout: 60_000
  }, async () => {
    await writing("First.\n\nLast.\n", async ({ body, page, says, space }) => {
      await slowly(page, 200_000)
      const files = ["one", "two", "three", "four"].map((name, i) => ({
        name: `${name}.csv`,
        type: "text/csv",
        bytes: Buffer.alloc(100_000 - i * 20_000, "a,b\n")
      }))
      await caretBehind(page, body.getByText("First."))
      await give(page, body.getByText("First."), "paste", files)
      await page.getByText("four.csv waits for its turn").waitFor()
      await page.keyboard.type(" Written meanwhile")
      await says(/(?:\{% file src="\/files\/\w+" %\}[\s\S]*){4}/)
      await says(/^First\. Written meanwhile\n\n[\s\S]*Last\.\n$/)
      const names = await body.getByText(/^(?:one|two|three|four)\.csv$/).allTextContents()
      expect(names).toEqual(files.map(({ name }) => name))
      expect((await filesOf(space)).length).toBe(4)
    })
  })

  it("what a closed window or a page that was left has not sent is told when the page is opened again", {
    timeout: 90_000
  }, async () => {
    const path = onDisk("left.bin", 20_000_000)
    await writing(
      "First.\n",
      async (written) => {
        const { audit, page, space } = written
        await slowly(page, 1_000_000)
        await choose(written, "File", path)
        await progress(page, "left.bin").waitFor()
        await page.getByRole("button", { name: "Markdown" }).click()
        await page.getByText("Files are on their way into this page").waitFor()
        const asked: Array<string> = []
        page.on("dialog", (dialog) => {
          asked.push(dialog.type())
          void dialog.accept()
        })
        await page.reload()
        expect(asked).toEqual(["beforeunload"])
        const left = page.getByRole("region", { name: "Not uploaded" })
        await left.getByText("left.bin (20 MB)").waitFor()
        await audit()
        await left.getByRole("button", { name: "Dismiss" }).click()
        expect(await left.count()).toBe(0)
        expect(await filesOf(space)).toEqual([])
        await choose(written, "File", path)
        await progress(page, "left.bin").waitFor()
        await page.getByRole("treeitem", { name: "Welcome" }).click()
        await page.getByText("left.bin was not uploaded: its page was left before it was there").waitFor()
        await page.goBack()
        await left.getByText("left.bin (20 MB)").waitFor()
      },
      lostLines
    )
  })

  it("on a phone, in the dark, by keyboard alone: seen, given up and refused", { timeout: 120_000 }, async () => {
    const path = onDisk("a-name-that-is-longer-than-a-phone-is-wide-and-has-no-blanks-in-it.bin", 20_000_000)
    const large = onDisk("film.png", 200_000_000)
    await writing(
      "First.\n",
      async (written) => {
        const { audit, body, page } = written
        await slowly(page, 1_000_000)
        await choose(written, "File", path)
        const cancel = page.getByRole("button", { name: /^Cancel: a-name/ })
        await cancel.waitFor()
        await audit()
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
          .toBeLessThanOrEqual(0)
        await takePicture(page, "phone-upload")
        await cancel.focus()
        await page.keyboard.press("Enter")
        await page.getByText(/was cancelled/).waitFor()
        expect(await cancel.count()).toBe(0)
        await choose(written, "Image", large)
        await body.getByText(/film\.png was not uploaded/).waitFor()
        await audit()
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"))
          .toBeLessThanOrEqual(0)
        await takePicture(page, "phone-refused")
      },
      { ...lostLines, ...phone }
    )
  })
})
