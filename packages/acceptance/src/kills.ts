/**
 * Git operations of a server that is killed in the middle of them, again and again, at moments spread over their whole
 * run. `OCTAVO_KILLS` is how often each story kills on each store.
 */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { expect } from "vitest"
import { type Client, makeClient } from "./client.ts"
import { type Consistency, walkStore } from "./consistency.ts"
import { followImport, main, type Operation } from "./imports.ts"
import { countRevisions } from "./inspect.ts"
import { type ServerProcess, startChild } from "./process.ts"
import type { Store } from "./stores.ts"
import { startWorld, type World } from "./world.ts"

export const kills = Number(process.env["OCTAVO_KILLS"] ?? 8)

/** Milliseconds for one story. */
export const patience = 120_000 + kills * 20_000

/** The same numbers from 0 to 1 in every run (mulberry32). */
export const makeRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Bytes that do not compress, other ones for each seed. */
export const noise = (seed: number, size: number): Buffer => {
  const random = makeRandom(seed)
  return Buffer.from(Uint32Array.from({ length: size / 4 }, () => random() * 4_294_967_296).buffer)
}

/** Pages of the first round; each round has one more. */
export const pages = 12

/** The repository of a round: some pages and files change, and one of each comes. */
export const filesOf = (round: number): Record<string, string | Uint8Array> => {
  const names = Array.from({ length: pages + round }, (_, i) => `guides/page-${i}.md`)
  return {
    "README.md": `# Round ${round}\n\n![](.gitbook/assets/large-0.bin)\n`,
    "SUMMARY.md": [`* [Round ${round}](README.md)`, ...names.map((name, i) => `* [Page ${i}](${name})`)].join("\n"),
    ...Object.fromEntries(names.map((name, i) => [name, `# Page ${i}\n\nOf round ${i % 3 === 0 ? round : 0}.\n`])),
    ".gitbook/assets/large-0.bin": noise(round, 400_000),
    ".gitbook/assets/large-1.bin": noise(-round, 300_000),
    [`.gitbook/assets/small-${round}.bin`]: noise(round, 2_000)
  }
}

export interface Mortal {
  /** Looks on: the processes do the work. */
  readonly world: World
  readonly git: GitServer
  /** Directory of the repositories that the Git server serves. */
  readonly root: string
  /** Of the process that lives now. */
  readonly api: () => Client
  /** Kills the process; answers once it is gone. */
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A store with a server process of its own. */
export const startMortal = async (store: Store): Promise<Mortal> => {
  const world = await startWorld(store, { worker: false })
  const root = join(world.database.directory, "repositories")
  const git = await startGitServer(root, { push: true, delayMs: 10 })
  let server: ServerProcess = await startChild(world.database)
  return {
    world,
    git,
    root,
    api: () => makeClient(server.origin, world.admin.token),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill()
      server = await startChild(world.database)
    },
    stop: async () => {
      await server.kill()
      await git.close()
      await world.stop()
    }
  }
}

interface Seen extends Operation {
  readonly progress?: { readonly message: string }
}

/** As the API shows it, whether or not its server lives. */
export const operationOf = async ({ world }: Mortal, space: string, id: string): Promise<Seen> =>
  (await world.api.get(`/v1/spaces/${space}/git/operations/${id}`)).body

export const requestOf = async (
  { api }: Mortal,
  space: string,
  kind: "import" | "export",
  url: string
): Promise<string> => {
  const body = { url, ref: main, ...(kind === "export" ? { commitMessage: "Round" } : {}) }
  const answer = await api().post(`/v1/spaces/${space}/git/${kind}`, body)
  expect(answer.status, answer.text).toBe(204)
  return answer.headers.get("location")!.split("/").at(-1)!
}

const stateOf = async (world: World, space: string): Promise<Consistency & { readonly revisions: number }> => {
  const walk = await walkStore(world, space)
  expect(walk.problems).toEqual([])
  return { ...walk, revisions: await countRevisions(world, space) }
}

/** What a kill met, by what the operation said that it was doing. */
const phaseOf = ({ progress, state }: Seen): string =>
  state === "running" ? (progress?.message ?? "Started").replace(/:.*| \d.*/, "") : state

/**
 * Runs operations, each of which is killed once, at a moment of its own part of the time that they take.
 * @param prepare makes something to do; answers what must hold when it is done
 */
export const killStory = async (
  mortal: Mortal,
  kind: "import" | "export",
  space: string,
  url: string,
  prepare: (round: number) => Promise<(done: Operation) => Promise<void>>
): Promise<void> => {
  const { world } = mortal
  const random = makeRandom(7)
  // how long it takes on this machine now
  const calm: Array<number> = []
  for (let round = 1; round <= 3; round++) {
    const check = await prepare(round)
    const begun = performance.now()
    const done = await followImport(world.api, space, await requestOf(mortal, space, kind, url))
    calm.push(performance.now() - begun)
    await check(done)
  }
  let duration = Math.min(...calm)
  const moments = Array.from({ length: kills }, (_, i) => ({ part: (i + random()) / kills, rank: random() }))
  const phases = new Map<string, number>()
  for (const [i, { part }] of moments.sort((a, b) => a.rank - b.rank).entries()) {
    const check = await prepare(i + 4)
    const before = await stateOf(world, space)
    const id = await requestOf(mortal, space, kind, url)
    await sleep(part * duration)
    await mortal.kill()
    const after = await stateOf(world, space)
    const met = await operationOf(mortal, space, id)
    phases.set(phaseOf(met), (phases.get(phaseOf(met)) ?? 0) + 1)
    // what is shown is the old revision, or the whole of the new one
    const ended = met.state === "completed"
    // the machine is busier or less busy by now
    if (ended) duration *= 0.95
    else if (part > 0.8) duration *= 1.1
    expect(after.revisions - before.revisions).toBe(ended ? 1 : 0)
    expect(after.revision).toBe(ended ? met.revision : before.revision)
    await mortal.restart()
    const done = await followImport(world.api, space, id)
    expect(done.error).toBeUndefined()
    expect(done.state).toBe("completed")
    const end = await stateOf(world, space)
    expect(end.revisions).toBe(before.revisions + 1)
    expect(end.revision).toBe(done.revision)
    await check(done)
  }
  const met = Object.fromEntries(phases)
  console.log(`${world.store.name}, ${kind} of about ${Math.round(duration)} ms, killed at: ${JSON.stringify(met)}`)
  // they were no kills of an idle server
  expect((met["pending"] ?? 0) + (met["completed"] ?? 0)).toBeLessThan(kills * 0.8)
  expect(phases.size).toBeGreaterThan(1)
}
