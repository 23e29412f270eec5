import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { PageRecord } from "../revisions/model/Records.ts"

/** What the history of a repository says of the text of a page. */
export interface PageHistory {
  readonly pageId: string
  /** The page as the import left it: its text, by the hash, and when the import changed it. */
  readonly body: string
  readonly updatedAt: string
  /** Of the last commit that changed the page's file, ISO 8601. */
  readonly changedAt: string
  /** Names of those who wrote it, the latest first; never addresses. */
  readonly authors: ReadonlyArray<string>
}

/**
 * What a page says of when it was written and by whom. A page that was changed here since its import was changed then, and
 * a text that was changed here names nobody: who wrote that is not in the history.
 */
export const writtenAs = (
  page: Pick<PageRecord, "body" | "updatedAt" | "authors">,
  history: PageHistory | undefined
): { readonly updatedAt: string; readonly authors: ReadonlyArray<string> } => {
  const own = { updatedAt: page.updatedAt, authors: page.authors ?? [] }
  if (history === undefined || history.body !== page.body) return own
  return {
    updatedAt: history.updatedAt === page.updatedAt ? history.changedAt : own.updatedAt,
    authors: history.authors
  }
}

/** Up to where the history of a space was read. */
export interface SpaceHistory {
  readonly commit: string
  /** Content of the commit, by its hash. */
  readonly root: string
  readonly readAt: string
}

/** The port of what the history of repositories says of pages. */
export class PageHistoryStore extends Context.Service<
  PageHistoryStore,
  {
    readonly state: (spaceId: string) => Effect.Effect<SpaceHistory | undefined, StorageError>
    readonly page: (spaceId: string, pageId: string) => Effect.Effect<PageHistory | undefined, StorageError>
    /** All of a space. */
    readonly pages: (spaceId: string) => Effect.Effect<ReadonlyArray<PageHistory>, StorageError>
    /** Takes away what some pages have, then adds those that are given. */
    readonly change: (
      spaceId: string,
      gone: ReadonlyArray<string>,
      pages: ReadonlyArray<PageHistory>
    ) => Effect.Effect<void, StorageError>
    /** Notes that all of a commit is there: what is drawn of the space is drawn anew. */
    readonly complete: (spaceId: string, state: SpaceHistory) => Effect.Effect<void, StorageError>
    /** Gives a copy of a space, whose pages have the same ids and texts, what the space has. */
    readonly copy: (spaceId: string, copyId: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/git/PageHistoryStore") {}
