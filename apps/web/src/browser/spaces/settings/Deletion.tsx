/** The end of a space. */
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { Space } from "../../../logic/api.ts"

const DeleteSpaceDialog = lazy(() => import("./DeleteSpaceDialog.tsx"))

export const Deletion = ({ space }: { readonly space: Space }) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="Deletion">
      <h2 id="Deletion">Delete</h2>
      <p>A space that is deleted can be restored for seven days. Then it is gone for good.</p>
      <p className="buttons">
        <Button className="button secondary" onPress={() => setAsking(true)}>
          Delete the space
        </Button>
      </p>
      <Suspense fallback={null}>
        {isAsking ? <DeleteSpaceDialog space={space} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </section>
  )
}
