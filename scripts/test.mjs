// All checks, and beside them all tests in one run of vitest. The last line is `N passed, N failed`, with `, N skipped` when there are any.
// usage: node scripts/test.mjs [VITEST ARGUMENTS...]   with arguments only those tests run, without the checks
import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makeScratch } from "./scratch.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const args = process.argv.slice(2)

/** Runs all checks, and says what they said once they have ended; answers the names of those that failed. */
const runChecks = async () => {
  const checks = spawn(process.execPath, [join(root, "scripts", "check.mjs")], { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const output of [checks.stdout, checks.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text))
  const code = await new Promise((resolve) => checks.on("close", (code) => resolve(code ?? 1)))
  console.log(said)
  return code === 0 ? [] : (/^Failed: (.*)$/m.exec(said)?.[1].split(", ") ?? ["all of them"])
}
const checking = args.length === 0 ? runChecks() : []

// what Node makes of the sources is kept for the next process: for vitest's workers, their threads, and servers that they start
const compiled = join(root, "node_modules", ".cache", "octavo")
const directory = makeScratch()
// large buffers of the tests' own processes stay with them: what is given back to the system, as by a server, is faulted in
// again by the next test. Programs that tests start have settings of their own
const keepsBuffers = { MALLOC_MMAP_THRESHOLD_: String(2 ** 25), MALLOC_TRIM_THRESHOLD_: String(2 ** 28) }
const report = join(directory, "report.json")
console.log("\n== tests")
const vitest = spawn(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...keepsBuffers, NODE_COMPILE_CACHE: compiled, TMPDIR: directory }
  }
)
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal))
const code = await new Promise((resolve) => vitest.on("exit", (code) => resolve(code ?? 1)))

const failedChecks = await checking
const { passed, failed, skipped } = count(existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined)
rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
// a run that ended badly without a failed test must not look well, nor one whose filter has no test
const isEmpty = passed + failed === 0
if (isEmpty) console.log("\nNo test was run: look at the name after -t, and at the files")
const failures = failedChecks.length + ((code !== 0 && failed === 0) || isEmpty ? Math.max(failed, 1) : failed)
if (failedChecks.length > 0) console.log(`\nFailed checks: ${failedChecks.join(", ")}`)
console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exit(failures === 0 ? 0 : 1)

/** What a JSON report of vitest says. A file that failed without a failed test, because it can't be loaded, is one. */
function count(report) {
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed")
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests
  }
}
