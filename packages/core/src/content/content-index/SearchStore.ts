import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { Candidate } from "../search/rank.ts"
import type { SearchDocument } from "./SearchDocument.ts"
import type { QueryTerm, SearchSection } from "./terms.ts"

/** Where is looked. */
export type SearchScope =
  /** One space; with `varying`, the pages alone of whose text some is shown under a condition. */
  | { readonly kind: "space"; readonly spaceId: string; readonly varying?: true }
  /** The spaces of an organization that a list of the caller would hold. */
  | { readonly kind: "organization"; readonly organizationId: string; readonly scope: ListScope }
  /** Some spaces, without deleted ones. */
  | { readonly kind: "spaces"; readonly spaceIds: ReadonlyArray<string> }

/** What matches a query. */
export interface Matches {
  /** Those that are ranked: the ones with the most in titles and headings, when there are more than asked for. */
  readonly candidates: ReadonlyArray<Candidate>
  /** Whether nothing else matches. */
  readonly isAll: boolean
}

/** The port of the search index: pages of the primary content of spaces, found by terms. */
export class SearchStore extends Context.Service<
  SearchStore,
  {
    /** Adds or replaces pages of a space whose index is held. */
    readonly put: (spaceId: string, documents: ReadonlyMap<string, SearchDocument>) => Effect.Effect<void, StorageError>
    /** Takes pages out; those that are not in it are let pass. */
    readonly remove: (spaceId: string, pageIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** Pages that have all terms, of which there is at least one; at most `limit` candidates. */
    readonly find: (
      scope: SearchScope,
      terms: ReadonlyArray<QueryTerm>,
      limit: number
    ) => Effect.Effect<Matches, StorageError>
    /** How many pages match. */
    readonly count: (scope: SearchScope, terms: ReadonlyArray<QueryTerm>) => Effect.Effect<number, StorageError>
    /** Pages that match in the order of their numbers, after one of them, whatever they are worth. */
    readonly scan: (
      scope: SearchScope,
      terms: ReadonlyArray<QueryTerm>,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Candidate>, StorageError>
    /** Spaces that have a match, by how many pages match in each. */
    readonly spaces: (
      scope: SearchScope,
      terms: ReadonlyArray<QueryTerm>
    ) => Effect.Effect<ReadonlyMap<string, number>, StorageError>
    /** The texts of pages by their numbers, as they are now: each under its hash. */
    readonly sections: (
      numbers: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<SearchSection>>, StorageError>
  }
>()("@octavo/core/content/content-index/SearchStore") {}
