import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { Candidate } from "../search/rank.ts"
import type { SearchDocument } from "./SearchDocument.ts"
import type { QueryWord } from "./SearchQuery.ts"
import type { SearchSection } from "./terms.ts"

/** Where is looked. */
export type SearchScope =
  /** One space; with `varying`, the pages alone of whose text some is shown under a condition. */
  | { readonly kind: "space"; readonly spaceId: string; readonly varying?: true }
  /** The spaces of an organization that a list of the caller would hold. */
  | { readonly kind: "organization"; readonly organizationId: string; readonly scope: ListScope }
  /** Some spaces, without deleted ones. */
  | { readonly kind: "spaces"; readonly spaceIds: ReadonlyArray<string> }

/** The space of a scope of some spaces that are one. */
export const onlySpace = (scope: SearchScope): string | undefined =>
  scope.kind === "spaces" && scope.spaceIds.length === 1 ? scope.spaceIds[0] : undefined

/** What matches a query. */
export interface Matches {
  /** Those that are ranked: the ones with the most in titles and headings, when there are more than asked for. */
  readonly candidates: ReadonlyArray<Candidate>
  /** Whether nothing else matches. */
  readonly isAll: boolean
  /** How many match, where these were counted on the way: in one space, up to a thousand. */
  readonly count?: number | undefined
}

/** The port of the search index: pages of the primary content of spaces, found by terms. */
export class SearchStore extends Context.Service<
  SearchStore,
  {
    /** Adds or replaces pages of a space whose index is held. */
    readonly put: (spaceId: string, documents: ReadonlyMap<string, SearchDocument>) => Effect.Effect<void, StorageError>
    /** Takes pages out; those that are not in it are let pass. */
    readonly remove: (spaceId: string, pageIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** Pages that have all words, of which there is at least one; at most `limit` candidates. */
    readonly find: (
      scope: SearchScope,
      words: ReadonlyArray<QueryWord>,
      limit: number
    ) => Effect.Effect<Matches, StorageError>
    /** How many pages match. */
    readonly count: (scope: SearchScope, words: ReadonlyArray<QueryWord>) => Effect.Effect<number, StorageError>
    /** Pages that match in the order of their numbers, after one of them, whatever they are worth. */
    readonly scan: (
      scope: SearchScope,
      words: ReadonlyArray<QueryWord>,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Candidate>, StorageError>
    /** Numbers of pages that have a word, in their order; with `strong`, in their title or a heading. */
    readonly numbers: (
      scope: SearchScope,
      word: QueryWord,
      strong: boolean,
      limit: number
    ) => Effect.Effect<ReadonlyArray<number>, StorageError>
    /** Whether a space has pages of whose text some is shown under a condition. */
    readonly hasVarying: (spaceId: string) => Effect.Effect<boolean, StorageError>
    /** Numbers of pages of a space; those that are not in it are let pass. */
    readonly numbersOf: (
      spaceId: string,
      pageIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<number>, StorageError>
    /** Pages by their numbers, in any order. */
    readonly pages: (numbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Candidate>, StorageError>
    /** Pages in the order of their numbers, after one of them. */
    readonly all: (
      scope: SearchScope,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Candidate>, StorageError>
    /** Spaces that have a match, by how many pages match in each. */
    readonly spaces: (
      scope: SearchScope,
      words: ReadonlyArray<QueryWord>
    ) => Effect.Effect<ReadonlyMap<string, number>, StorageError>
    /** The texts of pages by their numbers, as they are now: each under its hash. */
    readonly sections: (
      numbers: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<SearchSection>>, StorageError>
  }
>()("@octavo/core/content/content-index/SearchStore") {}
