/** What is published: packed, installed by npm into an empty project outside of this workspace, and used as people do. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { freePort } from "@octavo/storage-postgres/testing"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { blocksOf, pages as guides, placeOf } from "../src/guides/pages.ts"
import { type InstalledServer, insideParts, pages, startOutside } from "../src/insideParts.ts"
import { type Database, postgres } from "../src/stores.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const fixtures = fileURLToPath(new URL("../fixtures/release", import.meta.url))
const require = createRequire(import.meta.url)

/** One that can't even read what newer ones run, and the last that is too old. */
const tooOld: Readonly<Record<string, string>> = { 16: "16.20.2", 20: "20.20.2" }

/** The oldest and the newest beside them; npm has them as packages. */
const binaries = `node-linux-${process.arch}`
const others: Readonly<Record<string, string>> = { 22: "22.23.3", 26: "26.10.0", ...tooOld }

const directory = mkdtempSync(join(tmpdir(), "octavo-release-"))
const project = join(directory, "project")
const installed = (name: string) => join(project, "node_modules/@octavo", name)
const nodeOf = (major: string): string => join(project, `node_modules/node${major}/bin/node`)

interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Nothing of the workspace's settings, but where npm finds its registry. */
const environment = (own: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: directory,
  ...own
})

const run = async (
  command: string,
  args: ReadonlyArray<string>,
  env: Record<string, string>,
  cwd = project
): Promise<Finished> => {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
  const [status] = await once(child, "close")
  return { status, stdout, stderr }
}

/** The last line that a program says, as JSON; a failure is told with all it said. */
const told = async (running: Promise<Finished>): Promise<unknown> => {
  const done = await running
  expect(done, done.stderr).toMatchObject({ status: 0 })
  return JSON.parse(done.stdout.trimEnd().split("\n").at(-1)!)
}

const packed = join(directory, "packed")
const here = { ...process.env } as Record<string, string>
let built: Finished

beforeAll(async () => {
  built = await run(process.execPath, ["scripts/pack.mjs", packed], here, root)
  expect(built, built.stderr).toMatchObject({ status: 0 })
  mkdirSync(project)
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const types: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies["@types/node"]
  const done = await run(
    "npm",
    [
      ...["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--omit=optional"],
      ...readdirSync(packed).map((file) => join(packed, file)),
      `@types/node@${types}`,
      ...Object.entries(others).map(([major, version]) => `node${major}@npm:${binaries}@${version}`)
    ],
    here
  )
  expect(done, done.stderr).toMatchObject({ status: 0 })
  cpSync(fixtures, project, { recursive: true })
}, 600_000)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

it("Packing tells of each package what takes long, as it begins, and then where it is", () => {
  const told = built.stderr
    .split("\n")
    .flatMap((line) => /^@octavo\/(\w+): (.+) …$/.exec(line)?.slice(1, 3).join(": ") ?? [])
  const building = ["cli: bundling its code", "client: bundling its code", "engine: bundling its code"]
  expect(told.filter((step) => step.endsWith("bundling its code")).toSorted()).toEqual(building)
  expect(told.slice(-3).toSorted()).toEqual(["cli: packing", "client: packing", "engine: packing"])
  const lines = built.stdout.trimEnd().split("\n").slice(-3).toSorted()
  expect(lines).toEqual(
    ["cli", "client", "engine"].map((name) =>
      expect.stringMatching(RegExp(`/octavo-${name}-.+\\.tgz  \\d+ kB, unpacked \\d+ kB$`))
    )
  )
})

describe("the packed packages", () => {
  it.each(["cli", "client", "engine"])("@octavo/%s has no sources, and names nothing of the workspace", (name) => {
    const files = globSync("**/*", { cwd: installed(name), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([])
    for (const file of ["LICENSE", "README.md"]) expect(existsSync(join(installed(name), file))).toBe(true)
    for (const file of files) expect(readFileSync(file, "utf8").includes(root.slice(0, -1)), file).toBe(false)
    const code = files.filter((file) => /\.(?:js|d\.ts)$/.test(file))
    const imports = /(?:\bfrom |\bimport\(|\bimport )"(@octavo\/[^"]+|[^"]+\.ts)"/g
    for (const file of code) expect([...readFileSync(file, "utf8").matchAll(imports)], file).toEqual([])
    const { dependencies, peerDependencies, ...manifest } = JSON.parse(
      readFileSync(join(installed(name), "package.json"), "utf8")
    )
    const npm = /(?:^(?:import|export|\})[^"'`\n]*? from |\bimport\(|^import )"((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"]*)?"/gm
    const needed = code.flatMap((file) => [...readFileSync(file, "utf8").matchAll(npm)].map(([, id]) => id!))
    const missing = needed.filter((id) => !id.startsWith(".") && dependencies[id] === undefined && !isBuiltin(id))
    expect([...new Set(missing)]).toEqual([])
    expect(JSON.stringify({ ...dependencies, ...peerDependencies })).not.toMatch(/catalog:|workspace:|@octavo/)
    expect(manifest).toMatchObject({ license: "Apache-2.0", engines: { node: ">=22.19.0" } })
  })

  it.each(["cli", "engine"])(
    "@octavo/%s installs at most 150 MB in 120 packages",
    async (name) => {
      const at = join(directory, `alone-${name}`)
      mkdirSync(at)
      writeFileSync(join(at, "package.json"), JSON.stringify({ private: true }))
      const [tarball] = globSync(`octavo-${name}-*.tgz`, { cwd: packed })
      // as people install it, but that no script of a package runs: all that better-sqlite3 has for each system is in it
      const options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
      const done = await run("npm", ["install", ...options, join(packed, tarball!)], here, at)
      expect(done, done.stderr).toMatchObject({ status: 0 })
      const lock = JSON.parse(readFileSync(join(at, "node_modules/.package-lock.json"), "utf8"))
      const count = Object.keys(lock.packages).length
      // as the disk has it, with directories and whole blocks
      const blocks = globSync("**/*", { cwd: join(at, "node_modules"), withFileTypes: true })
      const bytes = blocks.reduce((sum, one) => sum + lstatSync(join(one.parentPath, one.name)).blocks * 512, 0)
      expect(count).toBeLessThanOrEqual(120)
      expect(bytes).toBeLessThanOrEqual(150e6)
    },
    120_000
  )

  it("@octavo/client is at most 25 KB compressed in a browser, with all that it imports", async () => {
    const page = join(project, "page.js")
    writeFileSync(page, `export { everyItem, OctavoError, octavoClient } from "@octavo/client"`)
    const build = await rolldown({ input: page, cwd: project, platform: "browser" })
    const { output } = await build.generate({ format: "esm", minify: true })
    await build.close()
    const chunks = output.filter((one) => one.type === "chunk")
    expect(chunks.flatMap(({ moduleIds }) => moduleIds).some((id) => id.startsWith(installed("client")))).toBe(true)
    const size = chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
    expect(size).toBeGreaterThan(1000)
    expect(size).toBeLessThanOrEqual(25_000)
    // a module of Node, or one that is loaded later, would be missing in the count
    expect(chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])).toEqual([])
  })

  it.each(["cli", "engine"])("@octavo/%s has the licence of everything that is inside", (name) => {
    const lib = join(installed(name), "lib")
    const inside = new Set<string>()
    for (const file of globSync("*.map", { cwd: lib })) {
      for (const source of JSON.parse(readFileSync(join(lib, file), "utf8")).sources as ReadonlyArray<string>) {
        const [, found] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? []
        if (found !== undefined) inside.add(found)
      }
    }
    for (const file of globSync("files/**/*.*", { cwd: lib }))
      inside.add(/^files\/((?:@[^/]+\/)?[^/]+)/.exec(file)![1]!)
    expect(inside.size).toBeGreaterThan(100)
    const text = readFileSync(join(installed(name), "THIRD-PARTY-LICENSES.txt"), "utf8")
    const named = new Set(
      Array.from(text.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d+\.\d+\.\d+[^\s,]*, \S/gm), ([, id]) => id!)
    )
    expect([...inside].filter((one) => !named.has(one))).toEqual([])
    for (const words of ["SIL OPEN FONT LICENSE", "Permission is hereby granted", "mozilla.org/MPL/2.0", "Bitstream"])
      expect(text).toContain(words)
  })

  it("has types that TypeScript reads with all of its strictness, in each example of the pages too", async () => {
    const examples = [...guides, ...globSync("{apps,packages}/*/README.md", { cwd: root })]
      .flatMap((page) => blocksOf(page))
      .filter(({ language, text }) => /^[jt]s$/.test(language) && importsPublished(text))
    expect(examples.length).toBeGreaterThan(8)
    // each in a file that says where it stands, in a project that npm init has made
    const own = join(project, "examples")
    mkdirSync(own)
    writeFileSync(join(own, "package.json"), JSON.stringify({ name: "plain", version: "1.0.0", type: "commonjs" }))
    for (const block of examples) writeFileSync(join(own, `${placeOf(block).replace(/[^\w.]+/g, "-")}.mts`), block.text)
    const tsc = join(dirname(require.resolve("typescript/package.json", { paths: [root] })), "bin/tsc")
    expect(await run(process.execPath, [tsc, "-p", ".", "--checkers", "1"], environment())).toEqual({
      status: 0,
      stdout: "",
      stderr: ""
    })
  })
})

describe.each(Object.entries(tooOld))("on Node %s, which is too old,", (major, version) => {
  it.each([["--help"], ["--version"], ["serve"], ["frobnicate"], []])(
    "octavo %s says so in one line",
    async (...args) => {
      const command = [join(installed("cli"), "lib/bin.js"), ...args.filter((arg) => typeof arg === "string")]
      expect(await run(nodeOf(major), command, environment())).toEqual({
        status: 1,
        stdout: "",
        stderr: `octavo: This is Node ${version}, and Octavo needs 22.19 or newer: install one from https://nodejs.org or with your version manager\n`
      })
    }
  )
})

// the workspace's own runs each part of it below
describe.each(["22", "26"])("on Node %s", (major) => {
  const node = nodeOf(major)
  const data = join(directory, `data-${major}`)
  const env = environment({ OCTAVO_DATABASE_URL: `sqlite:${join(data, "octavo.db")}`, OCTAVO_DATA: data })
  const octavo = (...args: ReadonlyArray<string>) => run(node, [join(installed("cli"), "lib/bin.js"), ...args], env)

  beforeAll(() => mkdirSync(data))

  it("is that Node", async () => {
    expect((await run(node, ["--version"], env)).stdout).toMatch(new RegExp(`^v${major}\\.`))
  })

  it.each(["cli", "engine"])("loads every file of @octavo/%s", async (name) => {
    const loaded = await told(run(node, ["chunks.js", join(installed(name), "lib")], env))
    expect(loaded).toEqual({ many: true, failed: [] })
  })

  it("has a command line and a server, which the client asks", async () => {
    const made = octavo("init", "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", "--json")
    expect(await told(made)).toMatchObject({ organization: { title: "Acme" } })
    const person = ["--organization", "Acme", "--email", "bob@acme.org", "--name", "Bob", "--role", "read"]
    const { token } = (await told(octavo("user", "create", ...person, "--json"))) as { token: string }

    const port = await freePort()
    const server = spawn(node, [join(installed("cli"), "lib/bin.js"), "serve", "--port", String(port)], {
      env,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let log = ""
    server.stderr.setEncoding("utf8").on("data", (text) => (log += text))
    const gone = once(server, "exit")
    try {
      while (!log.includes('"ready"') && server.exitCode === null) await sleep(20)
      expect((await fetch(`http://localhost:${port}/healthz`)).status, log).toBe(200)
      // one process, with the settings of a small heap
      const command = readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0")
      expect(command).toEqual(
        expect.arrayContaining([
          "--max-semi-space-size=8",
          "--heap-growing-percent=60",
          "--expose-gc",
          "--no-memory-protection-keys",
          expect.stringMatching(/^--v8-pool-size=[1-4]$/)
        ])
      )
      expect(readFileSync(`/proc/${server.pid}/environ`, "utf8").split("\0")).toEqual(
        expect.arrayContaining(["MALLOC_ARENA_MAX=2", "MALLOC_MMAP_THRESHOLD_=131072"])
      )
      const answer = run(node, ["client.js", `http://localhost:${port}`, token], env)
      expect(await told(answer)).toEqual({ email: "bob@acme.org", same: true, nobody: 401 })
    } finally {
      server.kill("SIGTERM")
    }
    expect((await gone)[0], log).toBe(0)
  })

  it.each([
    ["README.md of the engine", "apps/engine/README.md"],
    ["README.md", "README.md"],
    ["the guide to embedding", "docs/guides/embedding.md"]
  ])("runs the example in %s in a project that npm init has made", async (_, path) => {
    const blocks = readFileSync(join(root, path), "utf8").matchAll(/^```[jt]s\n([\s\S]+?)^```$/gm)
    const [, code = ""] = Array.from(blocks).find(([, text]) => text!.includes("Octavo.open(")) ?? []
    const plain = mkdtempSync(join(project, "plain-"))
    writeFileSync(join(plain, "package.json"), JSON.stringify({ name: "plain", version: "1.0.0", type: "commonjs" }))
    mkdirSync(join(plain, "docs/getting-started"), { recursive: true })
    writeFileSync(join(plain, "docs/README.md"), "# Handbook\n")
    writeFileSync(join(plain, "docs/getting-started/brewing.md"), "# Brewing\n")
    writeFileSync(join(plain, "handbook.mjs"), code)
    const done = await run(node, ["handbook.mjs"], environment(), plain)
    expect(done, done.stderr).toMatchObject({ status: 0 })
    expect(existsSync(join(plain, "docs.db"))).toBe(true)
  })

  it("is a library of a plain program, and of a typed one", async () => {
    expect(await told(run(node, ["engine.js", data], env))).toEqual({
      pages: 1,
      missing: true,
      pdf: "%PDF-",
      version: "string",
      page: true,
      templates: true
    })
    expect(await told(run(node, ["program.js"], env))).toEqual({
      title: "Acme",
      id: 22,
      type: "application/json",
      refused: 401,
      nothing: true,
      error: "NotFound"
    })
  })
})

describe("each part of the installed server that is loaded when it is needed", () => {
  let database: Database
  let server: InstalledServer
  let stop: () => Promise<void> = async () => {}

  beforeAll(async () => {
    const at = join(directory, "parts")
    mkdirSync(join(at, "docs"), { recursive: true })
    for (const [name, content] of Object.entries(pages)) writeFileSync(join(at, "docs", name), content)
    const port = await freePort()
    const outside = await startOutside(at)
    database = await postgres.fresh()
    const env = environment({
      OCTAVO_DATABASE_URL: database.url,
      OCTAVO_DATA: join(at, "data"),
      OCTAVO_URL: `http://localhost:${port}`,
      OCTAVO_PORT: String(port),
      ...outside.environment
    })
    const bin = join(installed("cli"), "lib/bin.js")
    const octavo = async (...args: ReadonlyArray<string>): Promise<any> =>
      told(run(process.execPath, [bin, ...args, "--json"], env))
    const made = await octavo("init", "--title", "Acme", "--email", "ada@octavo.test", "--name", "Ada")
    const child = spawn(process.execPath, [bin, "serve"], { env, stdio: ["ignore", "ignore", "pipe"] })
    let log = ""
    child.stderr.setEncoding("utf8").on("data", (text) => (log += text))
    const gone = once(child, "exit")
    stop = async () => {
      child.kill("SIGTERM")
      await gone
      await outside.close()
    }
    while (!log.includes('"ready"') && child.exitCode === null) await sleep(20)
    const { space } = await octavo("import", join(at, "docs"), "--publish")
    const api = makeClient(`http://localhost:${port}`, made.token)
    const organization = made.organization.id
    const [site] = (await api.get(`/v1/orgs/${organization}/sites`)).body.items
    const published = { id: site.id, url: site.urls.published }
    server = { outside, api, organization, space: space.id, site: published, log: () => log }
  }, 600_000)
  afterAll(async () => {
    await stop()
    await database?.drop()
  })

  it.each(Object.entries(insideParts))("does its work: %s", async (_, use) => use(server))
})

/** Whether a program imports what is published here, and nothing that a project would have to install beside it. */
const importsPublished = (text: string): boolean => {
  const names = Array.from(text.matchAll(/\bfrom "([^"]+)"/g), ([, name]) => name!)
  return (
    names.some((name) => name.startsWith("@octavo/")) &&
    names.every((name) => /^(?:@octavo\/|node:|effect(?:\/|$))/.test(name))
  )
}
