/** What keeps a store from being written to a backup, or filled from one. */
import { Schema } from "effect"

/** The backup is not as it was written, or is none. */
export class BackupDamaged extends Schema.TaggedError<BackupDamaged>()("BackupDamaged", { message: Schema.String }) {}

/** The source or the target cannot be used as it is. Nothing was changed. */
export class TransferRefused extends Schema.TaggedError<TransferRefused>()("TransferRefused", {
  message: Schema.String
}) {}

/** The file of a backup cannot be read or written. */
export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", { message: Schema.String }) {}
