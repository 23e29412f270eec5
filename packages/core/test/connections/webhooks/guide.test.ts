/** What the guide tells receivers to check signatures with, run as it stands there. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { signatureOf } from "../../../src/connections/webhooks/delivery.ts"

const guide = readFileSync(new URL("../../../../../docs/guides/webhooks.md", import.meta.url), "utf8")
const snippet = (language: string): string => guide.split(`\`\`\`${language}\n`)[1]!.split("```")[0]!

const body = '{"type":"ping","text":"é"}'
const now = Math.floor(Date.now() / 1000)
const by = (...secrets: ReadonlyArray<string>) => signatureOf(secrets, now, body)
const cases: ReadonlyArray<readonly [header: string, genuine: boolean]> = [
  [by("secret"), true],
  [by("other", "secret"), true],
  [by("other"), false],
  [signatureOf(["secret"], now - 400, body), false],
  [signatureOf(["secret"], "soon" as never, body), false],
  [by("secret").replace(/^t=\d+,/, ""), false],
  [`t=${now},v1`, false],
  [`t=${now},v1=é`, false],
  [`t=${now}`, false],
  ["junk", false],
  ["", false]
]
const genuine = cases.map(([, genuine]) => genuine)

describe("the guide's check of a signature takes what is genuine, and refuses all else without failing", () => {
  it("in JavaScript, of texts and of bytes", async () => {
    const module = `data:text/javascript,${encodeURIComponent(snippet("js"))}`
    const { isGenuine } = await import(/* @vite-ignore */ module)
    expect(cases.map(([header]) => isGenuine(header, body, "secret"))).toEqual(genuine)
    expect(cases.map(([header]) => isGenuine(header, Buffer.from(body), "secret"))).toEqual(genuine)
    expect(isGenuine(undefined, body, "secret")).toBe(false)
  })

  it("in Python", ({ skip }) => {
    const program = `${snippet("python")}
import json, sys
given = json.loads(sys.stdin.buffer.read())
print(json.dumps([is_genuine(header, given["body"].encode(), "secret") for header in given["headers"]]))`
    const input = JSON.stringify({ body, headers: cases.map(([header]) => header) })
    const { error, stderr, stdout } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" })
    if (error !== undefined) skip("there is no python3")
    expect(stderr).toBe("")
    expect(JSON.parse(stdout)).toEqual(genuine)
  })
})
