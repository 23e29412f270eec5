/** Why an edit of a revision is refused. Nothing of the edit is applied then. */
import { Schema } from "effect"

/** An edit names a page, file or reusable content that the revision does not have. */
export class RecordMissing extends Schema.TaggedError<RecordMissing>()("RecordMissing", {
  kind: Schema.Literals(["page", "file", "reusable"]),
  id: Schema.String
}) {
  override get message(): string {
    return `The revision has no ${this.kind === "reusable" ? "reusable content" : this.kind} ${this.id}`
  }
}

/** A record cannot be stored as it is: `field` has a value that keys of the indexes cannot hold. */
export class InvalidRecord extends Schema.TaggedError<InvalidRecord>()("InvalidRecord", {
  id: Schema.String,
  field: Schema.Literals(["id", "slug", "order"])
}) {
  override get message(): string {
    return {
      id: `The id ${JSON.stringify(this.id)} must be letters, digits, - and _`,
      slug: `The slug of page ${this.id} must have no / and may be empty only for links and computed pages`,
      order: `The order of page ${this.id} is not a fractional index key`
    }[this.field]
  }
}

export class ParentMissing extends Schema.TaggedError<ParentMissing>()("ParentMissing", {
  id: Schema.String,
  parent: Schema.String
}) {
  override get message(): string {
    return `The parent ${this.parent} of page ${this.id} does not exist`
  }
}

/** A page would be below itself. */
export class PageCycle extends Schema.TaggedError<PageCycle>()("PageCycle", { id: Schema.String }) {
  override get message(): string {
    return `Page ${this.id} cannot be placed below itself`
  }
}

/** Groups stand at the root; links and computed pages have no children. */
export class PageNesting extends Schema.TaggedError<PageNesting>()("PageNesting", {
  id: Schema.String,
  reason: Schema.Literals(["group-not-at-root", "parent-holds-no-pages"])
}) {
  override get message(): string {
    return this.reason === "group-not-at-root"
      ? `Page ${this.id} is a group and can only stand at the root`
      : `Page ${this.id} stands below a link or a computed page, which hold no pages`
  }
}

/** Two siblings would have the same slug. `by` is the page that has it. */
export class SlugTaken extends Schema.TaggedError<SlugTaken>()("SlugTaken", {
  id: Schema.String,
  parent: Schema.NullOr(Schema.String),
  slug: Schema.String,
  by: Schema.String
}) {
  override get message(): string {
    return `Page ${this.id} cannot have the slug ${JSON.stringify(this.slug)}: its sibling ${this.by} has it`
  }
}

/** Two records would be the same file in Git. `by` is the id that has the path. */
export class GitPathTaken extends Schema.TaggedError<GitPathTaken>()("GitPathTaken", {
  id: Schema.String,
  path: Schema.String,
  by: Schema.String
}) {
  override get message(): string {
    return `${this.id} cannot have the Git path ${JSON.stringify(this.path)}: ${this.by} has it`
  }
}

/** A text is longer than pages are here; `problem` says by how much. */
export class TextTooLong extends Schema.TaggedError<TextTooLong>()("TextTooLong", {
  title: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `The text of ${JSON.stringify(this.title)}, both sides together, ${this.problem}`
  }
}

export type RevisionError =
  | TextTooLong
  | RecordMissing
  | InvalidRecord
  | ParentMissing
  | PageCycle
  | PageNesting
  | SlugTaken
  | GitPathTaken
