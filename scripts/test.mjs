// All checks, then all tests in one run of vitest. The last line is `N passed, N failed`, with `, N skipped` when there are any.
// usage: node scripts/test.mjs [VITEST ARGUMENTS...]   with arguments only those tests run, without the checks
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runChecks } from "./check.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const args = process.argv.slice(2)
const failedChecks = args.length === 0 ? runChecks() : []

const directory = mkdtempSync(join(tmpdir(), "octavo-test-"))
const file = join(directory, "summary.json")
console.log("\n== tests")
const vitest = spawn(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    `--reporter=${join(root, "scripts", "vitest-summary.mjs")}`,
    ...args
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, OCTAVO_TEST_SUMMARY: file } }
)
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal))
const code = await new Promise((resolve) => vitest.on("exit", (code) => resolve(code ?? 1)))

const summary = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { passed: 0, failed: 0, skipped: 0 }
rmSync(directory, { recursive: true })
// a run that ended badly without a failed test must not look well
if (code !== 0 && summary.failed === 0) summary.failed = 1
summary.failed += failedChecks.length
if (failedChecks.length > 0) console.log(`\nFailed checks: ${failedChecks.join(", ")}`)
const { passed, failed, skipped } = summary
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exit(failed === 0 ? 0 : 1)
