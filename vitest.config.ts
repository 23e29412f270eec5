import { defineConfig } from "vitest/config"

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
    globalSetup: ["./packages/storage-postgres/src/vitest-global-setup.ts"],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
