import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take minutes and are short, so that their size does not tell: what kills servers, or waits for Git servers
 * that fail, does so again and again.
 */
const long = /\/(?:.*-crash.*|git-outages|corpora|reading|release|pdf)\.test\.ts$/

/**
 * Starts the longest files first, so that no processor waits at the end for the other one's last file. Vitest goes by how
 * long each took the last time, and on a machine that has not run them by size. The files of conformance come last: each is
 * short, and a process goes on to the next one only when it stands behind.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.name === "conformance" ? 2 : long.test(moduleId) ? 0 : 1
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
