/** A server, a command line and what is around them, for all pages; and a reader for each page, who begins anew. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { defined } from "@octavo/core/kernel/shared/defined"
import { commitFiles } from "@octavo/git-cli/testing"
import { makeCertificate } from "@octavo/saml/testing"
import { namedDatabase } from "@octavo/storage-postgres/testing"
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js"
import { Effect, Exit, Scope } from "effect"
import { type Client, makeClient } from "../client.ts"
import { caveat } from "../uploads.ts"
import type { Call, Outcome } from "./commandLine.ts"
import { root } from "./pages.ts"
import { gitToken, type Outside, publicUrl, startWeb } from "./web.ts"

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const folder: Readonly<Record<string, string>> = {
  "README.md": "# Docs\n\nA first paragraph.\n\nRead about [brewing](getting-started/brewing.md).\n",
  "getting-started/brewing.md": "# Brewing\n\nInstall on Linux.\n"
}

/** Somebody who follows a page: an empty place to work, and ids to put where the page says `...`. */
export interface Reader {
  readonly directory: string
  readonly api: Client
  readonly organization: string
  readonly space: string
  readonly site: string
  /** By the name of the variable; made when a page asks for it where it changes something. */
  readonly own: Readonly<Record<string, string | (() => Promise<string>)>>
  readonly remove: () => void
}

export interface Installation {
  readonly api: Client
  readonly origin: string
  /** Hosts of the outside that nobody expected. */
  readonly unknown: ReadonlyArray<string>
  /** Environment of a reader's shell. */
  readonly environment: (reader: Reader) => Record<string, string>
  /** @param begins on a machine without a store */
  readonly reader: (begins?: boolean) => Promise<Reader>
  readonly octavo: (args: ReadonlyArray<string>, cwd: string) => Promise<Outcome>
  /** Makes an empty database of the one at `postgres://octavo:secret@db/octavo`. */
  readonly emptyDatabase: () => Promise<void>
  /** For processes of Node that are to have the reader's network. */
  readonly network: { readonly flags: ReadonlyArray<string>; readonly env: Record<string, string> }
  readonly close: () => Promise<void>
}

const write = (directory: string, files: Readonly<Record<string, string | Uint8Array>>, mode = 0o644) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content, { mode })
  }
}

const zipped = async (files: Readonly<Record<string, string>>): Promise<Uint8Array> => {
  const writer = new ZipWriter(new BlobWriter())
  for (const [path, content] of Object.entries(files)) await writer.add(path, new TextReader(content))
  return new Uint8Array(await (await writer.close()).arrayBuffer())
}

/** @param postgres URL of the server at `db` */
export const startInstallation = async (postgres: string): Promise<Installation> => {
  const scratch = mkdtempSync(join(tmpdir(), "octavo-guides-"))
  const bin = join(scratch, "bin")
  const repositories = join(scratch, "repositories")
  const socket = join(scratch, "octavo.sock")
  const children: Array<ChildProcess> = []
  const organizations: Array<string> = []
  let databases = await Effect.runPromise(Scope.make())
  let origin = ""
  let token = ""
  const web = await startWeb(repositories, () => ({ origin, token, organizations }))
  const outside = { control: web.control, web: web.web, postgres: Number(new URL(postgres).port) }
  const network = (octavo?: number) => ({
    flags: ["--disable-warning=ExperimentalWarning", "--import", here("outside.mjs")],
    env: {
      GUIDES_OUTSIDE: JSON.stringify({ ...outside, octavo } satisfies Outside),
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      NODE_NO_WARNINGS: "1"
    }
  })

  // what is on the reader's machine: curl and Git as they are, told of the proxy; the rest checks what it is given
  const node = (script: string, ...args: ReadonlyArray<string>) =>
    `#!/bin/sh\nexec '${process.execPath}' '${here(script)}' ${args.join(" ")} "$@"\n`
  const proxy = `http://127.0.0.1:${web.control}`
  write(
    bin,
    {
      octavo: node("octavo.mjs"),
      npm: node("npm.mjs"),
      docker: node("containers.mjs", "docker"),
      podman: node("containers.mjs", "podman"),
      git: `#!/bin/sh\nPATH=\${PATH#*:} exec git -c http.proxy=${proxy} -c http.sslVerify=false "$@"\n`,
      browser: `#!/bin/sh\nexec curl --noproxy '*' --data-binary "$1" ${proxy}/browser\n`
    },
    0o755
  )
  write(scratch, {
    ".curlrc": [
      "silent",
      "show-error",
      "fail-with-body",
      "insecure",
      `proxy = "${proxy}"`,
      'noproxy = "localhost,127.0.0.1"',
      'write-out = "\\n%{stderr}ignored=%header{octavo-ignored-fields}\\n"'
    ].join("\n")
  })
  const path = `${bin}:${dirname(process.execPath)}:${process.env["PATH"]}`
  const base = { PATH: path, HOME: scratch, CURL_HOME: scratch, LC_ALL: "C.UTF-8" }

  const close = async () => {
    for (const child of children) {
      const gone = once(child, "exit")
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill("SIGKILL")
      await gone
    }
    await web.close()
    await Effect.runPromise(Scope.close(databases, Exit.void))
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
  try {
    return await furnish()
  } catch (error) {
    await close()
    throw error
  }

  async function furnish(): Promise<Installation> {
    const begin = async (args: ReadonlyArray<string>, env: Record<string, string>, until: RegExp): Promise<string> => {
      const child = spawn(process.execPath, args, {
        cwd: scratch,
        env: { ...base, ...env },
        stdio: ["pipe", "pipe", "pipe"]
      })
      children.push(child)
      let said = ""
      for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding("utf8").on("data", (one) => (said += one))
      for (;;) {
        const found = until.exec(said)
        if (found !== null) return found[1] ?? ""
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${said}`)
        await sleep(20)
      }
    }
    const port = await begin(
      [...network().flags, join(root, "apps/cli/src/main.ts"), "serve", "--port", "0"],
      {
        ...network().env,
        ...defined({ NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] }),
        OCTAVO_DATA: scratch,
        OCTAVO_DATABASE_URL: `sqlite:${join(scratch, "octavo.db")}`,
        OCTAVO_URL: publicUrl,
        OCTAVO_HOSTNAME_TARGET: "octavo.example.com",
        OCTAVO_RATE_LIMITS: "off"
      },
      /listening on http:\/\/[\w.]+:(\d+)[\s\S]*"ready"/
    )
    origin = `http://localhost:${port}`
    const there = network(Number(port))
    await begin([...there.flags, here("commandLine.ts"), socket], there.env, /ready/)
    writeFileSync(join(scratch, ".curlrc"), `\nconnect-to = "${new URL(publicUrl).host}:127.0.0.1:${port}"\n`, {
      flag: "a"
    })

    const octavo: Installation["octavo"] = async (args, cwd) => {
      const connection = connect(socket)
      connection.end(JSON.stringify({ args, cwd, env: base } satisfies Call))
      return JSON.parse(await text(connection)) as Outcome
    }
    const done = async (args: ReadonlyArray<string>, cwd: string): Promise<any> => {
      const outcome = await octavo([...args, "--json"], cwd)
      if (outcome.code !== 0) throw new Error(`octavo ${args.join(" ")}: ${outcome.stderr}`)
      return JSON.parse(outcome.stdout.trimEnd().split("\n").at(-1)!)
    }

    // a store that somebody has worked with for a while
    const file = `sqlite:${join(scratch, "octavo.db")}`
    const store = ["--database", file, "--data", scratch]
    const first = await done(["init", "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", ...store], scratch)
    const acme = first.organization.id as string
    token = first.token
    const api = makeClient(origin, token)
    const ok = async (asked: ReturnType<Client["get"]>): Promise<any> => {
      const { body, status, text } = await asked
      if (status >= 300) throw new Error(`${status} ${text}`)
      return body
    }
    const ada = (await ok(api.get("/v1/user"))).id as string

    // a store that somebody has worked with for a while: each reader with a command line has a copy
    await ok(api.patch(`/v1/orgs/${acme}`, { emailDomains: ["example.com"] }))
    await done(["user", "create", "--email", "bob@acme.org", "--name", "Bob", "--role", "edit", ...store], scratch)
    const made = await done(["token", "create", "--user", "ada@acme.org", "--label", "old", ...store], scratch)
    write(scratch, { "Handbook/README.md": "# Handbook\n\nWords.\n" })
    const imported = await done(["import", "./Handbook", "--title", "Handbook", ...store], scratch)
    const sites = `/v1/orgs/${acme}/sites`
    const manual = (await ok(api.post(sites, { title: "Manual", spaces: [imported.space.id] }))).id
    await ok(api.post(`${sites}/${manual}/publish`))
    const furnished = join(scratch, "furnished")
    mkdirSync(furnished)
    await done(["copy", "--from", file, "--to", `sqlite:${join(furnished, "octavo.db")}`], scratch)
    cpSync(join(scratch, "octavo.key"), join(furnished, "octavo.key"))

    const template = join(scratch, "docs.git")
    await commitFiles(template, { ...folder, "handbook/README.md": "# Handbook\n" }, "First words")
    const archive = await zipped(folder)
    let readers = 0

    const reader = async (begins = false): Promise<Reader> => {
      const directory = join(scratch, `reader-${++readers}`)
      for (const [path, content] of Object.entries(folder))
        for (const name of ["docs", "handbook"]) write(directory, { [`${name}/${path}`]: content })
      write(directory, {
        "docs.zip": archive,
        "manual.pdf": archive,
        "brand.woff2": caveat(400),
        "okta.pem": makeCertificate().certificate
      })
      for (const name of ["package.json", "Containerfile", "compose.yaml", "docs/guides/simplesamlphp.sh"])
        cpSync(join(root, name), join(directory, name))
      if (!begins) cpSync(furnished, join(directory, ".octavo"), { recursive: true })
      for (const host of ["acme/docs", "acme/docs.git"]) {
        rmSync(join(repositories, host), { recursive: true, force: true })
        cpSync(template, join(repositories, host), { recursive: true })
      }
      const organization = (await ok(api.post("/v1/orgs", { title: `Acme ${readers}`, emailDomains: ["example.com"] })))
        .id
      organizations.unshift(organization)
      const below = `/v1/orgs/${organization}`
      const space = (await ok(api.post(`${below}/spaces`, { title: "Handbook" }))).id
      const changes = [
        { operation: "insert_page", ref: "guides", document: { markdown: "# Guides\n\nWords.\n" } },
        { operation: "insert_page", into: "guides", document: { markdown: "# Install\n\nInstall on Linux.\n" } }
      ]
      await ok(api.post(`/v1/spaces/${space}/content`, { changes }))
      const page = (await ok(api.get(`/v1/spaces/${space}/content/pages`))).pages[0].id
      const site = (await ok(api.post(`${below}/sites`, { title: `Docs ${readers}`, spaces: [space] }))).id
      const email = `ben-${readers}@example.com`
      await ok(api.post(`${below}/invites`, { emails: [email], role: "review" }))
      const { items: members } = await ok(api.get(`${below}/members?search=${email}`))
      const section = async (title: string) => {
        const { id } = await ok(api.post(`${below}/spaces`, { title }))
        return ok(api.post(`${below}/sites/${site}/sections`, { spaceId: id, title }))
      }
      return {
        directory,
        api,
        organization,
        space,
        site,
        own: {
          TOKEN: token,
          ORG: organization,
          SPACE: space,
          SITE: site,
          PAGE: page,
          ADA: ada,
          BEN: members[0].user.id,
          CHANGE_REQUEST: async () =>
            (await ok(api.post(`/v1/spaces/${space}/change-requests`, { subject: "Words" }))).id,
          SECTION: async () => (await section("Guides")).id,
          OTHER: async () => (await section("API")).id,
          TEAM: async () => (await ok(api.request("PUT", `${below}/teams`, { body: { title: "Writers" } }))).id,
          OCTAVO_OIDC_ORGANIZATION: acme,
          OCTAVO_OIDC_CLIENT_SECRET: "s3cret",
          OCTAVO_RENDERER_SECRET: "r".repeat(32),
          TOKEN_ID: made.id,
          GIT_TOKEN: gitToken,
          OCTAVO_SECRET: "s".repeat(32)
        },
        remove: () => rmSync(directory, { recursive: true, force: true })
      }
    }

    return {
      api,
      origin,
      unknown: web.unknown,
      reader,
      octavo,
      emptyDatabase: async () => {
        await Effect.runPromise(Scope.close(databases, Exit.void))
        databases = await Effect.runPromise(Scope.make())
        await Effect.runPromise(Scope.provide(namedDatabase(postgres, "octavo", "secret"), databases))
      },
      network: { flags: there.flags, env: { ...base, ...there.env } },
      environment: ({ directory }) => ({
        ...base,
        GUIDES_SOCKET: socket,
        GUIDES_STATE: join(directory, ".machine"),
        GUIDES_ROOT: root,
        BROWSER: join(bin, "browser")
      }),
      close
    }
  }
}
