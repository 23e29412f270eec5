/** A copy of a space, which goes its own way from then on. */
import { pageAddress } from "../../../logic/addresses.ts"
import type { Space } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { go } from "../../parts/navigation.ts"
import { Problem } from "../../parts/Problem.tsx"
import { useSpaceForm } from "../useSpaceWork.ts"

export const Copy = ({ space }: { readonly space: Space }) => {
  const { save, submit } = useSpaceForm(space, async () => {
    const copy = await client.spaces.duplicateSpace({ params: { spaceId: space.id } })
    go(pageAddress(copy.id))
    return `The copy is called “${copy.title}”`
  })
  return (
    <section aria-labelledby="Copy">
      <h2 id="Copy">A copy</h2>
      <p>
        A copy has the same pages and files and stands beside it. Comments, change requests, sites, what people were
        given and Git stay with this one.
      </p>
      <form className="buttons" onSubmit={submit}>
        <button type="submit" className="button secondary" disabled={save.isPending}>
          Duplicate the space
        </button>
      </form>
      <Problem work={save} />
    </section>
  )
}
