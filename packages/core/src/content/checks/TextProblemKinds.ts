import type { LintRule } from "@octavo/document"

/** Rules of `octavo check` about one text, whose problems an editor can mend where the text is written. */
export const TextProblemKinds = [
  "unclosed-block",
  "stray-tag",
  "unknown-block",
  "duplicate-id",
  "image-alt",
  "heading-level"
] as const satisfies ReadonlyArray<LintRule>
