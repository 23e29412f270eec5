import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["../storage-postgres/src/vitest-global-setup.ts", "../storage-sqlite/src/vitest-global-setup.ts"],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
