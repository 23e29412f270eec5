/** A collection: what it is about, and what is in it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { errorToShow } from "../../logic/failures.ts"
import { spaceTree } from "../../logic/spaces.ts"
import { findNode } from "../../logic/tree.ts"
import { ago } from "../../logic/words.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Empty, ScreenTitle, Waiting } from "../parts/screen.tsx"
import { collectionQuery, collectionsQuery, spacesQuery } from "../queries.ts"
import { ProblemScreen } from "./ProblemScreen.tsx"

export const CollectionScreen = () => {
  const { collection: id } = useParams({ from: "/c/$collection" })
  const collection = useQuery(collectionQuery(id))
  const organization = collection.data?.organization
  const enabled = organization !== undefined
  const collections = useQuery({ ...collectionsQuery(organization ?? ""), enabled })
  const spaces = useQuery({ ...spacesQuery(organization ?? ""), enabled })
  const error = errorToShow(collection, collections, spaces)
  if (error !== null) return <ProblemScreen error={error} />
  if (collection.data === undefined || collections.data === undefined || spaces.data === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const { description, title } = collection.data
  const children = findNode(spaceTree(collections.data, spaces.data), (node) => node.id === id)?.children ?? []
  const edited = new Map(spaces.data.map((space) => [space.id, space.updatedAt]))
  return (
    <div className="screen narrow">
      <header className="screen-head">
        <ScreenTitle title={title}>{title || "Untitled"}</ScreenTitle>
        {description ? <p className="lead">{description}</p> : null}
      </header>
      {children.length === 0 ? (
        <Empty title="This collection is empty">
          <p>Collections keep spaces of one kind together. A new space that is made from here stands here.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {children.map(({ emoji, href = "/", id, kind, title }) => (
            <li key={id}>
              <AppLink className="row" href={href}>
                <span className="row-mark" aria-hidden="true">
                  {emoji ?? <Icon name={kind === "collection" ? "folder" : "book"} />}
                </span>
                <span className="row-title">{title}</span>
                <span className="row-note">
                  {kind === "collection" ? "Collection" : `Edited ${ago(edited.get(id) ?? "", Date.now())}`}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
