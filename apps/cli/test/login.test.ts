import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { program } from "@octavo/programs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, eventually, initialized, octavo, type Serving, serve, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
let made: any
let server: Serving
let cookie = ""

/** Starts `octavo login`, and waits for the address that it names. */
const begin = async (...args: Array<string>) => {
  const child = spawn(process.execPath, [...(await program("octavo")), "login", server.url, ...args], {
    env: { PATH: process.env["PATH"] ?? "", BROWSER: "true" },
    stdio: "pipe"
  })
  let [out, err] = ["", ""]
  child.stdout.on("data", (chunk) => (out += chunk))
  child.stderr.on("data", (chunk) => (err += chunk))
  const ended = once(child, "close")
  await eventually(
    async () => err,
    (text) => /authorize\?\S+\n/.test(text)
  )
  return {
    url: /http\S+authorize\?\S+/.exec(err)![0],
    write: (text: string) => child.stdin.end(text),
    end: async () => ({ code: (await ended)[0] as number, out, err })
  }
}

const hidden = (html: string) =>
  new URLSearchParams(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll("&amp;", "&")
    ])
  )

/** Says yes on the page, like a browser with a session. */
const allow = async (url: string) => {
  const page = await fetch(url, { headers: { cookie } })
  const html = await page.text()
  expect(html).toContain("Ada")
  const form = html.slice(html.indexOf("/~/authorize"))
  return fetch(`${server.url}/app/~/authorize`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: server.url },
    body: hidden(form)
  })
}

beforeAll(async () => {
  made = await initialized(database)
  server = await serve(["--database", database])
  await eventually(
    () => fetch(`${server.url}/healthz`),
    ({ status }) => status === 200
  )
  const signed = await fetch(`${server.url}/app/~/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: server.url },
    body: new URLSearchParams({ token: made.token, to: "" })
  })
  cookie = signed.headers.get("set-cookie")!.split(";")[0]!
})

describe("octavo login", () => {
  it("gets a token through the browser, once", async () => {
    const running = await begin("--json")
    // without a session it asks for one, and comes back
    const asked = await fetch(running.url)
    expect(asked.status).toBe(401)
    expect(await asked.text()).toContain("/app/~/authorize?")
    const allowed = await allow(running.url)
    expect(allowed.status).toBe(303)
    const back = allowed.headers.get("location")!
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=[\w.-]+&state=[\w-]+$/)
    // another page of this machine guesses
    expect((await fetch(back.replace(/state=.*/, "state=guess"))).status).toBe(404)
    expect(await (await fetch(back)).text()).toContain("You are signed in")
    const { code, out } = await running.end()
    expect(code).toBe(0)
    const token = JSON.parse(out)
    const user = await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${token.token}` } })
    expect(((await user.json()) as any).id).toBe(made.user.id)
    expect(Date.parse(token.expiresAt) - Date.now()).toBeLessThan(91 * 86_400_000)
    const again = await fetch(`${server.url}/app/~/token`, {
      method: "POST",
      body: new URLSearchParams({ code: new URL(back).searchParams.get("code")!, code_verifier: "x".repeat(43) })
    })
    expect(again.status).toBe(400)
  })

  it("takes a code by hand, and says what is wrong with another one", async () => {
    const running = await begin("--no-browser")
    const allowed = await allow(running.url)
    expect(allowed.status).toBe(200)
    const code = /<code[^>]*>([\w.-]+)<\/code>/.exec(await allowed.text())![1]!
    running.write(`${code}\n`)
    const { code: exit, out } = await running.end()
    expect([exit, out]).toEqual([0, expect.stringMatching(/^API token {2}oct_\w{43}/)])
    const other = await begin("--no-browser")
    other.write(`${code}\n`)
    const refused = await other.end()
    expect([refused.code, refused.out]).toEqual([1, ""])
    expect(refused.err).toContain("begin to sign in once more")
  })

  it("asks for nothing that leads elsewhere, and only of this installation's own forms", async () => {
    const running = await begin("--json")
    const { searchParams } = new URL(running.url)
    const ask = (changed: Record<string, string>) =>
      fetch(
        `${server.url}/app/~/authorize?${new URLSearchParams({ ...Object.fromEntries(searchParams), ...changed })}`,
        {
          headers: { cookie }
        }
      )
    for (const changed of [
      { redirect_uri: "https://evil.test/" },
      { redirect_uri: "http://127.0.0.1.evil.test:80/" },
      { redirect_uri: "http://127.0.0.1:1/?x=1" },
      { redirect_uri: "http://127.0.0.1:1@evil.test/" },
      { code_challenge_method: "plain" },
      { code_challenge: "short" },
      { response_type: "token" }
    ]) {
      expect((await ask(changed)).status, JSON.stringify(changed)).toBe(400)
    }
    const page = await ask({})
    expect(page.headers.get("content-security-policy")).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:\d+;/)
    const posted = await fetch(`${server.url}/app/~/authorize`, {
      method: "POST",
      headers: { cookie, origin: "https://evil.test" },
      body: searchParams
    })
    expect(posted.status).toBe(403)
    const denied = `${searchParams.get("redirect_uri")}?error=access_denied&state=${searchParams.get("state")}`
    await fetch(denied)
    expect((await running.end()).code).toBe(1)
  })

  it("says what to do when its input ends before a code came", async () => {
    const { code, stderr } = await octavo(["login", server.url, "--no-browser"])
    expect(code).toBe(1)
    expect(stderr).toMatch(/\noctavo: No code was given[^\n]+octavo login again[^\n]+\n$/)
    expect(stderr).not.toContain("fault in Octavo")
  })

  it.each([
    ["no address", ["docs"], "must be like https://"],
    ["nobody there", ["http://127.0.0.1:1"], "There is no server"]
  ])("says so: %s", async (_, args, message) => {
    const finished = await octavo(["login", ...args])
    expect(finished.code).toBe(1)
    expect(finished.stderr).toContain(message)
    expect(finished.stderr).not.toContain("fault in Octavo")
  })
})
