import { defineConfig } from "vitest/config"

export default defineConfig({ test: { globalSetup: ["./src/vitest-global-setup.ts"], testTimeout: 30_000 } })
