/** A server process that imports, asked over HTTP as its users do. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { startChild } from "./child.ts"
import { startInstalled } from "./installed.ts"
import type { ServerState } from "./serverProcess.ts"

export interface Progress {
  readonly message: string
  readonly fraction?: number
}

export interface Importing {
  readonly organization: string
  readonly state: () => Promise<ServerState>
  /** The body of an answer; fails when it is none of 2xx. */
  readonly call: <Body>(method: string, path: string, body?: object) => Promise<Body>
  readonly space: (title: string) => Promise<string>
  /** Imports to the end; answers the milliseconds, as the operation tells them, and what it said meanwhile. */
  readonly import: (space: string, url: string, directory?: string) => Promise<Imported>
  readonly stop: () => Promise<void>
}

export interface Imported {
  readonly milliseconds: number
  readonly counts: { readonly pages: number; readonly files: number; readonly updated: number }
  /** Each one once. */
  readonly progress: ReadonlyArray<Progress>
}

interface Operation {
  readonly state: string
  readonly progress?: Progress
  readonly counts: Imported["counts"]
  readonly duration: number
  readonly error?: { readonly message: string }
}

/** How often an operation is asked how far it is. */
const askMs = 100

const startSources = (database: string, directory: string) => {
  const { ask, stop } = startChild("support/importingServer.ts", 0, [database, directory])
  return { state: () => ask<ServerState>({}), stop }
}

/**
 * Starts a server on a new store in a directory of its own.
 * @param installed directory of an installed `@octavo/cli`, whose server it is then, instead of the sources'
 */
export const startImporting = async (directory: string, installed?: string): Promise<Importing> => {
  mkdirSync(directory, { recursive: true })
  const database = `sqlite:${join(directory, "octavo.db")}`
  const { organization, token } = await Effect.gen(function* () {
    const users = yield* Users
    const organizations = yield* Organizations
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { token } = yield* users.createToken(admin.id, { label: "bench" })
    return { organization: (yield* organizations.create({ title: "Bench" }, admin.id)).id, token }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory: directory, worker: false })),
    Effect.runPromise
  )
  const server =
    installed === undefined ? startSources(database, directory) : await startInstalled(installed, database, directory)
  const { state } = server
  const { port } = await state()

  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> =>
    (await (await request(method, path, body)).json()) as Body

  return {
    organization,
    state,
    call,
    space: async (title) => (await call<{ id: string }>("POST", `/v1/orgs/${organization}/spaces`, { title })).id,
    import: async (space, url, directory = "") => {
      const body = { url, ref: "refs/heads/main", repoProjectDirectory: directory }
      const { headers } = await request("POST", `/v1/spaces/${space}/git/import`, body)
      const progress: Array<Progress> = []
      for (;;) {
        const operation = await call<Operation>("GET", headers.get("location")!)
        if (operation.state === "failed") throw new Error(`the import failed: ${operation.error?.message}`)
        if (operation.state === "completed") {
          return { milliseconds: operation.duration, counts: operation.counts, progress }
        }
        const { progress: now } = operation
        if (now !== undefined && now.message !== progress.at(-1)?.message) progress.push(now)
        await sleep(askMs)
      }
    },
    stop: server.stop
  }
}
