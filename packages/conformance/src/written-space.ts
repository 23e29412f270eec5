/** A space with content, and the worker that removes spaces. */

import { GitImports } from "@octavo/core/content/git/GitImports"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { snapshotOf } from "./git-snapshot.ts"
import { as, newOrganization } from "./harness.ts"

/** An organization with a space that has content. */
export const writtenSpace = Effect.gen(function* () {
  const { admin, id: org } = yield* newOrganization()
  const spaces = yield* Spaces
  const imports = yield* GitImports
  const content = yield* SpaceContent
  const write = (spaceId: string, files: Readonly<Record<string, string>>, meanwhile?: Effect.Effect<unknown>) =>
    imports.importSnapshot(spaceId, snapshotOf(files, meanwhile), () => Effect.void).pipe(as(admin))
  /** Titles of the pages. */
  const pages = (spaceId: string) =>
    Effect.gen(function* () {
      const open = yield* content.open(spaceId)
      return (yield* open.pages({})).map(({ title }) => title)
    }).pipe(as(admin))
  const { id } = yield* spaces.create(org, { title: "Guide", emoji: "📘", language: "de" }).pipe(as(admin))
  yield* write(id, { "README.md": "# Start\n", "other.md": "# Other\n" })
  return { admin, org, id, spaces, write, pages, lifecycle: yield* SpaceLifecycle, store: yield* SpaceStore }
})

/** What the worker does: finds what is due, and removes it. */
export const purgeDue = Effect.gen(function* () {
  const purge = yield* SpacePurge
  const due = yield* purge.sweep
  for (let i = 0; i < due; i++) yield* purge.work
  return due
})
