export { GitError, type GitErrorReason } from "@octavo/core/content/git/Git"
export {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  StorageError,
  TooManyRequests,
  Unauthorized
} from "@octavo/core/kernel/shared/errors"
export { ConfigError } from "@octavo/runtime/config"
export type { LocalSource } from "@octavo/runtime/imports"
export type { OctavoAreas } from "./areas.ts"
export type { ContentArea, RevisionContent } from "./content.ts"
export type { EventsArea } from "./events.ts"
export type { GitArea, ProgressOptions } from "./git.ts"
export { Octavo, type OctavoOptions, type OctavoServices } from "./Octavo.ts"
export type { Promised } from "./promiseService.ts"
