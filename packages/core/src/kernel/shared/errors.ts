/**
 * What can go wrong in a use case. Services fail with these; the HTTP contract gives each its status
 * (`@octavo/api`), the CLI its words. Messages are for people and say what to change.
 */
import * as Schema from "effect/Schema"

/** One place of the input that is wrong, as a path like `title` or `rules.0.users`. */
export const InvalidDetail = Schema.Struct({ path: Schema.String, message: Schema.String })
export type InvalidDetail = typeof InvalidDetail.Type

/** The input breaks a rule; nothing was changed. */
export class Invalid extends Schema.TaggedError<Invalid>()("Invalid", {
  message: Schema.String,
  details: Schema.optionalKey(Schema.Array(InvalidDetail)),
  /** The rule is a bound on length: a server answers 413 instead of 400. */
  tooLarge: Schema.optionalKey(Schema.Literal(true))
}) {
  /** One place of the input is wrong. */
  static at(path: string, message: string): Invalid {
    return new Invalid({ message: `${path}: ${message}`, details: [{ path, message }] })
  }
}

/** No valid token came with the request. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", { message: Schema.String }) {}

/** The object is visible to the caller, the action is not allowed. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { message: Schema.String }) {}

/** There is no such object, or the caller may not know that there is: the two are never told apart. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { message: Schema.String }) {
  static of(object: string, id: string): NotFound {
    return new NotFound({ message: `No ${object} ${JSON.stringify(id.slice(0, 100))} was found` })
  }
}

/** Blocks of a text that two people changed, as Markdown; `path` names the place of the request. */
export const EditConflict = Schema.Struct({
  path: Schema.String,
  base: Schema.String,
  mine: Schema.String,
  theirs: Schema.String
})
export type EditConflict = typeof EditConflict.Type

/** The change would alter nothing, or another change came first. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", {
  message: Schema.String,
  conflicts: Schema.optionalKey(Schema.Array(EditConflict))
}) {}

/** The change cannot be made in the present state. */
export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()("PreconditionFailed", {
  message: Schema.String
}) {}

/** Too much came from one client; it may come again after `retryAfter` seconds. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {
  message: Schema.String,
  retryAfter: Schema.Number
}) {}

const workMessages = {
  share: "So much work on long texts waits for you that no more is taken; try again when some of it is done",
  crowded: "The server has more work on long texts than it can take; try again in a moment",
  late: "This takes longer than the server works on one text; make the text shorter, or several pages of it"
}

/**
 * The store could not answer. `retryable` when it may later (unreachable, busy, full); never carries values.
 * Ports fail with it, services pass it on, a server answers 503 or 500.
 */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  operation: Schema.String,
  retryable: Schema.Boolean,
  /** Its disk has no room left. */
  full: Schema.optionalKey(Schema.Boolean),
  /** Its file is not what was written any more. */
  damaged: Schema.optionalKey(Schema.Boolean),
  /** A newer program has migrated it: this one changes nothing any more. */
  tooNew: Schema.optionalKey(Schema.Boolean),
  /**
   * Not the store but a processor could not: the caller has enough work under way (429), everybody together has, or the
   * work took longer than any may.
   */
  work: Schema.optionalKey(Schema.Literals(["share", "crowded", "late"])),
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    if (this.tooNew === true)
      return "A newer Octavo has migrated the store: this server changes nothing in it any more. Stop it, and ask the newer one"
    if (this.work !== undefined) return workMessages[this.work]
    if (this.full === true) return `The disk of the store is full (${this.operation}); free some of it, then try again`
    if (this.damaged === true)
      return `The file of the store is damaged (${this.operation}); its operator must restore a backup`
    return this.retryable
      ? `The store cannot be reached or is busy (${this.operation}); try again later`
      : `The store failed (${this.operation})`
  }
}
