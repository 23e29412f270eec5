/** The face of the area, for the lists of areas: its services and what the trail records. */
import { Layer } from "effect"
import { GitCaches } from "./GitCaches.ts"
import { GitConflicts } from "./GitConflicts.ts"
import { GitExports } from "./GitExports.ts"
import { GitImports } from "./GitImports.ts"
import { GitJobs } from "./GitJobs.ts"
import { GitSync } from "./GitSync.ts"
import { PageHistories } from "./PageHistories.ts"

export const layer = Layer.mergeAll(GitCaches.layer, GitJobs.layer, GitSync.layer).pipe(
  Layer.provideMerge(GitExports.layer),
  Layer.provideMerge(GitImports.layer),
  Layer.provideMerge(PageHistories.layer),
  Layer.provideMerge(GitConflicts.layer)
)

export const auditActions = {
  "git.import": "Git import requested",
  "git.export": "Git export requested",
  "git.disconnect": "Git synchronization ended"
} as const
