import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take minutes and are short, so that their size does not tell: the suites that every store runs lie elsewhere,
 * and what kills servers, or waits for Git servers that fail, does so again and again.
 */
const long = /\/(?:conformance|.*-crash.*|git-outages|corpora|reading|release|pdf)\.test\.ts$/

/**
 * Starts the longest files first, so that no processor waits at the end for the other one's last file. Vitest goes by how
 * long each took the last time, and on a machine that has not run them by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
