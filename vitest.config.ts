import { defineConfig } from "vitest/config"
import { LongestFirst } from "./scripts/vitest-sequencer.ts"

/** Every test of every package in one run, with one Postgres server for all of them. */
export default defineConfig({
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "apps/*/test/**/*.test.ts",
      "bench/test/**/*.test.ts",
      "scripts/*.test.mjs"
    ],
    setupFiles: ["./scripts/vitest-setup.ts"],
    globalSetup: [
      "./packages/storage-postgres/src/vitest-global-setup.ts",
      "./packages/storage-sqlite/src/vitest-global-setup.ts",
      "./packages/programs/src/vitest-global-setup.ts"
    ],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // with protection keys, V8 can abort when a thread with WebAssembly ends (nodejs/node#64500)
    execArgv: ["--no-memory-protection-keys"],
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
