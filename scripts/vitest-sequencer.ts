import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take minutes, so that their size does not tell: what kills servers, or waits for Git servers that fail,
 * does so again and again; others pack and install, or write page after page in a browser.
 */
const long =
  /\/(?:.*-crash.*|git-outages|git-bad-input|git-export|corpora|reading|release|guides|pdf|editor-pages|two-writers|writing.*|reviewing|editor-blocks|git-bytes|git-full-disk|git-import|answering-thread|health|webhooks|first-steps|power-cuts)\.test\.ts$/

/**
 * Starts the longest files first, so that no processor waits at the end for the other one's last file. Vitest goes by how
 * long each took the last time, and on a machine that has not run them by size. Files of one project stand together, and
 * those of conformance, each of which is short, last: a process goes on to the next file only when that is of its project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) =>
      long.test(moduleId) ? 0 : project.name === "tests" ? 1 : project.name === "alone" ? 2 : 3
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
