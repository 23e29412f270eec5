import type { GitOperationRecord } from "./GitOperation.ts"

/** What an export to a folder would be as an operation. */
export const folderExport = (
  spaceId: string,
  folder: string
): Pick<GitOperationRecord, "spaceId" | "orderedAt" | "request"> => ({
  spaceId,
  orderedAt: "",
  request: {
    url: `file://${folder}`,
    ref: "",
    directory: "",
    repoTreeURL: null,
    repoCommitURL: null,
    force: false,
    standalone: false,
    provider: "github",
    infoURL: "",
    repoName: ""
  }
})
