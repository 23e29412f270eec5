/** Where a space stands among the collections of its organization. */
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { collectionAddress } from "../../../logic/addresses.ts"
import type { Space } from "../../../logic/api.ts"
import { collectionChoices, spaceTree } from "../../../logic/spaces.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { collectionsQuery } from "../../queries.ts"
import { useSpaceActions } from "../../shell/useSpaceActions.ts"

const MoveSpaceDialog = lazy(() => import("../../shell/MoveSpaceDialog.tsx"))

export const Place = ({ space }: { readonly space: Space }) => {
  const [isMoving, setMoving] = useState(false)
  const collections = useQuery(collectionsQuery(space.organization)).data ?? []
  const actions = useSpaceActions(space.organization, space)
  const titleOf = (id: string) => collections.find((one) => one.id === id)?.title || "Untitled"
  return (
    <section aria-labelledby="Place">
      <h2 id="Place">Where it stands</h2>
      <p>
        {space.parent === undefined ? (
          "It stands in no collection."
        ) : (
          <>
            It stands in the collection{" "}
            <AppLink href={collectionAddress(space.parent)}>{titleOf(space.parent)}</AppLink>, and what that says of
            people holds in it, too.
          </>
        )}
      </p>
      <p className="buttons">
        <Button className="button secondary" isDisabled={collections.length === 0} onPress={() => setMoving(true)}>
          Move the space
        </Button>
      </p>
      <Suspense fallback={null}>
        {isMoving ? (
          <MoveSpaceDialog
            title={space.title || "Untitled"}
            parent={space.parent ?? ""}
            choices={collectionChoices(
              spaceTree(collections, []),
              space.id,
              (id) => collections.find((one) => one.id === id)?.permissions.create === true
            )}
            onClose={() => setMoving(false)}
            onChoose={(parent) => {
              actions.move(parent, parent === null ? "no collection" : titleOf(parent))
              setMoving(false)
            }}
          />
        ) : null}
      </Suspense>
    </section>
  )
}
