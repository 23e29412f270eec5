import { defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/vitest-sequencer.ts"

/** Files of SQLite alone, when the command names no others: they wait for no Postgres. */
const named = process.argv.filter((argument) => argument.startsWith("packages/"))
const onlySqlite = named.length > 0 && named.every((path) => path.startsWith("packages/storage-sqlite/"))

const conformance = "packages/storage-*/test/*.conformance.test.ts"

/** Files that share processes: each leaves its process as it was. */
const together = ["packages/!(storage-*)/test/**/*.test.ts", "apps/!(web)/test/**/*.test.ts"]

/**
 * Of these, files that need a process to themselves: they measure its memory or how long it was held, take another
 * working directory or environment, or put something in the place of a module.
 */
const alone = [
  "packages/acceptance/test/{answering-thread,hostile-backups,metrics,release,guides,traces}.test.ts",
  "packages/clustering/test/thread.test.ts",
  "packages/document/test/print/header-reads.test.ts",
  "packages/git-cli/test/{commit,objects}.test.ts",
  "packages/openapi/test/{descriptions,thread}.test.ts",
  "packages/runtime/test/**/*.test.ts"
]

/** What both groups of files share. */
const shared = {
  setupFiles: ["./scripts/vitest-setup.ts"],
  // what vitest makes of the sources is kept for the next run
  fsModuleCache: true,
  fsModuleCachePath: "./node_modules/.cache/octavo/vitest",
  // with protection keys, V8 can abort when a thread with WebAssembly ends (nodejs/node#64500)
  // most of what a test makes is soon gone: with more room for it, fewer collections copy what is not
  execArgv: ["--no-memory-protection-keys", "--min-semi-space-size=16"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // what is waited for comes at once, but beside other tests on a machine that is slow. A look at a screen costs the browser
  // and this process some milliseconds each: what takes a second is not slowed down by twenty of them
  expect: { poll: { timeout: 30_000, interval: 100 } }
}

/** Node loads the sources itself, as in production: what Vite makes of them takes a twentieth more of the processor. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** Every test of every package in one run, with one Postgres server for all of them. */
export default defineConfig({
  test: {
    globalSetup: [
      ...(onlySqlite ? [] : ["./packages/storage-postgres/src/vitest-global-setup.ts"]),
      "./packages/storage-sqlite/src/vitest-global-setup.ts",
      "./packages/programs/src/vitest-global-setup.ts"
    ],
    // on two processors, four hold each other up: the same tests take a tenth to a fifth more of both
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: "alone",
          include: [
            ...alone,
            "packages/storage-*/test/**/*.test.ts",
            "apps/web/test/**/*.test.ts",
            "bench/test/**/*.test.ts",
            "scripts/*.test.mjs"
          ],
          exclude: [conformance, "**/node_modules/**"]
        }
      },
      // many files over the same core: a process loads it once, and runs one file after the other
      {
        test: {
          ...shared,
          ...native,
          name: "tests",
          include: together,
          exclude: [...alone, "**/node_modules/**"],
          isolate: false
        }
      },
      // processes of their own: what the others have loaded is not carried along
      { test: { ...shared, ...native, name: "conformance", include: [conformance], isolate: false } }
    ]
  }
})
