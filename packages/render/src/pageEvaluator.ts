/** Evaluates the conditions and inline expressions of a page for its visitor, with the variables that are around it. */

import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { variableScope } from "@octavo/core/content/revisions/visibleContent"
import { isPersonal, type Judge } from "@octavo/core/kernel/conditions/Judge"
import type { SpaceIndex } from "./spaceIndex.ts"

export interface PageEvaluator {
  /** What a condition of the page comes to. */
  readonly decide: (condition: string) => boolean | undefined
  /** The text of an inline expression, if it has any. */
  readonly textOf: (expression: string) => string | undefined
}

export const makePageEvaluator = (judge: Judge, index: SpaceIndex, page: PageRecord): PageEvaluator => {
  const around = variableScope(index.variables, page.variables)
  return {
    decide: (condition) => judge.decide(condition, around),
    textOf: (expression) => judge.textOf(expression, around)
  }
}

/** The text of an expression within Markdown: what visitors say of themselves stays a text there. */
export const inMarkdown =
  (textOf: PageEvaluator["textOf"]): PageEvaluator["textOf"] =>
  (expression) => {
    const value = textOf(expression)
    return value === undefined || !isPersonal(expression)
      ? value
      : value.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|!~&]/g, "\\$&")
  }
