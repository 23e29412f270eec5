/** The first steps of somebody who has just cloned the repository: each begins with what the one before has shown. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here, so the first steps are not gone")

describe.skipIf(executable === undefined)("Somebody new", { timeout: 300_000 }, () => {
  let home: string
  let clone: string
  let chromium: Browser
  const running = new Set<ChildProcess>()
  const git = (args: ReadonlyArray<string>, input = "") => {
    const done = spawnSync("git", args, { cwd: root, input, encoding: "utf8", maxBuffer: 2 ** 28 })
    if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`)
    return done.stdout
  }
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "octavo-first-steps-"))
    clone = join(home, "octavo")
    git(["clone", "--quiet", root, clone])
    // and what is not committed yet
    const edits = git(["diff", "--binary", "HEAD"])
    if (edits !== "") git(["-C", clone, "apply"], edits)
    chromium = await launchChromium(executable!)
  }, 120_000)
  afterAll(async () => {
    await chromium?.close()
    for (const { pid } of running) process.kill(-pid!, "SIGKILL")
    rmSync(home, { recursive: true, force: true })
  })

  /** A home with nothing in it, and no setting of Octavo; the way to npm's registry is that of this machine. */
  const environment = () => ({
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(?:OCTAVO_|NODE_(?!EXTRA_CA)|npm_(?!config_registry$))/.test(name)
      )
    ),
    HOME: home,
    OCTAVO_PORT: "0"
  })

  /** `npm start`, and what its terminal shows. */
  const npmStart = async () => {
    const child = spawn("npm", ["start"], {
      cwd: clone,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true
    })
    running.add(child)
    let terminal = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (terminal += text))
    /** Waits until the terminal shows what the pattern says; answers its group, or all of it. */
    const shown = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = pattern.exec(terminal)
        if (found !== null) return found[1] ?? found[0]
        if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${terminal}`)
        await sleep(50)
      }
    }
    const stop = async () => {
      const gone = once(child, "exit")
      process.kill(-child.pid!, "SIGINT")
      await gone
      running.delete(child)
    }
    await shown(/┘/)
    return { shown, stop }
  }

  /** The web application is built beside the server; until then its pages are there without it. */
  const applicationBuilt = async () => {
    while (!existsSync(join(clone, "apps/web/dist/application.json"))) await sleep(100)
  }
  const isSignedIn = (page: Page, name: string) => page.getByRole("button", { name }).waitFor()
  const choose = async (page: Page, name: string, item: string) => {
    await page.getByRole("button", { name }).click()
    await page.getByRole("menuitem", { name: item }).click()
  }

  it("starts, signs in, reads, makes a token, calls the API, invites somebody, stops and starts again", async () => {
    const first = await npmStart()
    const context = await chromium.newContext()
    const page = await context.newPage()
    await page.goto(await first.shown(/Start here +(\S+)/))
    await page.getByRole("link", { name: "Octavo documentation" }).click()
    await page.getByRole("heading", { level: 1 }).first().waitFor()
    await page.waitForURL(await first.shown(/Site +(\S+)/))

    await page.goBack()
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.waitForURL(await first.shown(/Sign in +(\S+)/))
    await applicationBuilt()
    const admin = await first.shown(/As (\S+@\S+): open the address below/)
    await page.goto(await first.shown(/Open this to sign in as .*\n\n(http\S+)/))
    await page.getByText(`This link signs you in as ${admin}`).waitFor()
    await page.getByRole("button", { name: "Sign in" }).click()
    await isSignedIn(page, "Admin")
    await page.getByRole("treeitem", { name: "Octavo documentation" }).click()
    await page.getByRole("treeitem", { name: "Quickstart" }).waitFor()

    await choose(page, "Admin", "Account")
    await page.getByRole("link", { name: "API tokens", exact: true }).click()
    await page.getByRole("button", { name: "New token" }).click()
    await page.getByRole("textbox", { name: "What it is for" }).fill("First steps")
    await page.getByRole("button", { name: "Make the token" }).click()
    const dialog = page.getByRole("dialog", { name: "First steps" })
    const token = (await dialog.getByRole("code").textContent()) ?? ""
    await dialog.getByRole("button", { name: "Done" }).click()
    const api = await first.shown(/API +(http\S+\/v1)/)
    const call = async (path: string, secret: string, body?: unknown): Promise<any> => {
      const answer = await fetch(api + path, {
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
      })
      expect([path, answer.status < 300]).toEqual([path, true])
      return answer.json()
    }
    expect((await call("/user", token)).email).toBe(admin)
    const [organization] = (await call("/orgs", token)).items
    const guest = "ada@first-steps.test"
    const invited = await call(`/orgs/${organization.id}/invites`, token, { emails: [guest], role: "edit" })
    expect(invited.unsent).toContain("the terminal where it runs")

    const other = await chromium.newContext()
    const invitation = await other.newPage()
    await invitation.goto(await first.shown(/Mail to ada@first-steps\.test.*\n.*\n +(http\S+)/))
    await invitation.getByRole("button", { name: "Confirm" }).click()
    const firstToken = (await invitation.locator("code").textContent()) ?? ""
    await invitation.getByRole("link", { name: "sign in" }).click()
    await invitation.getByLabel("API token").fill(firstToken)
    await invitation.getByRole("button", { name: "Sign in" }).click()
    await isSignedIn(invitation, "ada")
    await invitation.getByRole("treeitem", { name: "Octavo documentation" }).click()
    await invitation.getByRole("heading", { level: 1, name: "Documentation that stays yours" }).waitFor()
    await first.stop()

    const second = await npmStart()
    // the session outlives the server
    await page.goto(await second.shown(/Sign in +(\S+)/))
    await choose(page, "Admin", "Sign out")
    const command = (await second.shown(/API token +(npm run .*?) *│/)).trim()
    const run = (line: string) => spawnSync(line, { cwd: clone, env: environment(), shell: true, encoding: "utf8" })
    const made = run(command)
    const [again] = /oct_\w{43}/.exec(made.stdout) ?? [made.stderr]
    await page.getByLabel("API token").fill(again)
    await page.getByRole("button", { name: "Sign in" }).click()
    await choose(page, "Admin", "Sign out")
    // signing out leads there: who goes elsewhere before that is led back
    await page.getByLabel("API token").waitFor()

    // a later start signs in, too, and so does an address for somebody else
    await page.goto(await second.shown(/Open this to sign in as .*\n\n(http\S+)/))
    await page.getByRole("button", { name: "Sign in" }).click()
    await isSignedIn(page, "Admin")
    const link = run(`npm run -s octavo -- user link ${guest} --url ${new URL(api).origin} --json`)
    await invitation.goto(JSON.parse(link.stdout).url.replace(new URL(api).origin, new URL(page.url()).origin))
    await invitation.getByRole("button", { name: "Sign in" }).click()
    await isSignedIn(invitation, "ada")
    await second.stop()
  })
})
