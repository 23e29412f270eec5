import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { ExternalLinkPatch, ExternalLinkRecord } from "./ExternalLink.ts"
import type { NewSection, SectionGroupPatch, SectionGroupRecord, SectionPatch, SectionRecord } from "./Section.ts"

/** All sections, groups and external links of a site, in no order. */
export interface SectionRecords {
  readonly sections: ReadonlyArray<SectionRecord>
  readonly groups: ReadonlyArray<SectionGroupRecord>
  readonly links: ReadonlyArray<ExternalLinkRecord>
}

/** The port of the sections of a site and their groups. Changes are made while the site is locked. */
export class SectionStore extends Context.Service<
  SectionStore,
  {
    readonly all: (siteId: string) => Effect.Effect<SectionRecords, StorageError>
    readonly insert: (section: NewSection) => Effect.Effect<void, StorageError>
    readonly update: (sectionId: string, patch: SectionPatch) => Effect.Effect<void, StorageError>
    /** Removes the section with its site spaces. */
    readonly remove: (sectionId: string) => Effect.Effect<void, StorageError>
    /** Puts all site spaces of a site without sections into the section. */
    readonly adopt: (siteId: string, sectionId: string) => Effect.Effect<void, StorageError>
    readonly insertGroup: (group: SectionGroupRecord) => Effect.Effect<void, StorageError>
    readonly updateGroup: (groupId: string, patch: SectionGroupPatch) => Effect.Effect<void, StorageError>
    /** Removes the group alone: nothing stands in it any more. */
    readonly removeGroup: (groupId: string) => Effect.Effect<void, StorageError>
    readonly insertLink: (link: ExternalLinkRecord) => Effect.Effect<void, StorageError>
    readonly updateLink: (linkId: string, patch: ExternalLinkPatch) => Effect.Effect<void, StorageError>
    readonly removeLink: (linkId: string) => Effect.Effect<void, StorageError>
    /** Says which sections stand in a draft group, itself or further out; no others do. */
    readonly putInDraft: (siteId: string, sectionIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/site-records/SectionStore") {}
