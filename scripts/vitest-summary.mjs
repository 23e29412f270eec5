// A vitest reporter that writes how many tests passed, failed and were skipped to the file that OCTAVO_TEST_SUMMARY names.
import { writeFileSync } from "node:fs"

export default class Summary {
  onTestRunEnd(modules, errors) {
    const summary = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      // a file that could not be loaded has no tests, and is a failure all the same
      summary.failed += module.errors().length
      for (const suite of module.children.allSuites()) summary.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        summary[state === "passed" || state === "failed" ? state : "skipped"]++
      }
    }
    const file = process.env.OCTAVO_TEST_SUMMARY
    if (file !== undefined) writeFileSync(file, JSON.stringify(summary))
  }
}
