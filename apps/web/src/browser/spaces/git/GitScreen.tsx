/** What a space is connected with in Git, what was imported and exported, and the next run. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react"
import { Button } from "react-aria-components/Button"
import { plainUrl } from "../../../logic/addresses.ts"
import type { GitOperation, Space } from "../../../logic/api.ts"
import { isUnderWay, lastPlace } from "../../../logic/gitRuns.ts"
import { problemOf } from "../../../logic/problems.ts"
import { ago } from "../../../logic/words.ts"
import { afterClosing } from "../../parts/afterClosing.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { spaceQuery } from "../../queries.ts"
import { gitOperationsQuery } from "../queries.ts"
import { RoomFrame } from "../RoomFrame.tsx"
import { GitRuns } from "./GitRuns.tsx"

const ConnectDialog = lazy(() => import("./ConnectDialog.tsx"))
const RunDialog = lazy(() => import("./RunDialog.tsx"))
const DisconnectDialog = lazy(() => import("./DisconnectDialog.tsx"))

export const GitScreen = () => (
  <RoomFrame
    title="Git"
    lead="Pages as Markdown in a repository: brought in from there, and written back without touching another line."
  >
    {(space) => <Git key={space.id} space={space} />}
  </RoomFrame>
)

type Opened = "connect" | GitOperation["kind"] | "disconnect"

/** Buttons go and others come with the connection: the focus that one of them had goes to the heading above. */
const useFocusKept = (isConnected: boolean, heading: RefObject<HTMLElement | null>) => {
  const was = useRef(isConnected)
  useEffect(() => {
    if (was.current === isConnected) return
    was.current = isConnected
    afterClosing(() => document.activeElement === document.body && heading.current?.focus())
  }, [isConnected, heading])
}

const Git = ({ space }: { readonly space: Space }) => {
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const operations = useInfiniteQuery(gitOperationsQuery(space.id))
  const all = operations.data?.pages.flatMap(({ items }) => items) ?? []
  const isBusy = all.some(isUnderWay)
  const mayRun = space.permissions.triggerGitSync
  // pages, change requests and what the space is connected with are others after a run
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void queries.invalidateQueries({ queryKey: spaceQuery(space.id).queryKey })
    wasBusy.current = isBusy
  }, [isBusy, queries, space.id])
  const isConnected = space.gitSync !== undefined
  useFocusKept(isConnected, heading)
  const place = lastPlace(all)
  const sync = space.gitSync
  const close = () => setOpened(undefined)
  return (
    <>
      <section aria-labelledby="Repository">
        <h2 ref={heading} id="Repository" tabIndex={-1}>
          Repository
        </h2>
        {sync === undefined ? (
          <Empty title="This space is not connected with a repository">
            {mayRun ? (
              <>
                <p>Connect one to bring its Markdown in, or to keep the pages of this space there.</p>
                <p className="buttons">
                  <Button className="button" onPress={() => setOpened("connect")}>
                    Connect a repository
                  </Button>
                </p>
              </>
            ) : (
              <p>It takes the role “Create” in this space to connect one.</p>
            )}
          </Empty>
        ) : (
          <>
            <p className="hostname-line">
              <strong>{sync.repoName ?? "A repository"}</strong>
              {place === undefined ? null : <span className="chip">{place.branch}</span>}
              {place === undefined || place.folder === "" ? null : <span className="chip">Folder {place.folder}</span>}
              {sync.updatedAt === undefined ? null : (
                <span className="row-note">In step {ago(sync.updatedAt, Date.now())}</span>
              )}
            </p>
            {sync.url === undefined ? null : (
              <p>
                <a href={sync.url} target="_blank" rel="noopener">
                  {plainUrl(sync.url)}
                  <Icon name="out" />
                </a>
              </p>
            )}
            <p className="note">
              What was edited here and what was committed there is merged page by page. Where both changed the same
              place, Git's version comes in as a change request.
            </p>
            {mayRun ? (
              <p className="buttons">
                <Button className="button" onPress={() => setOpened("import")}>
                  Import from Git
                </Button>
                <Button className="button secondary" onPress={() => setOpened("export")}>
                  Export to Git
                </Button>
                <Button className="button secondary" onPress={() => setOpened("disconnect")}>
                  Disconnect
                </Button>
              </p>
            ) : null}
          </>
        )}
      </section>
      {operations.isError ? (
        <p className="field-error" role="alert">
          {problemOf(operations.error, navigator.onLine).text}
        </p>
      ) : operations.data === undefined ? (
        <Waiting />
      ) : all.length === 0 ? null : (
        <GitRuns space={space.id} operations={all} query={operations} />
      )}
      <Suspense fallback={null}>
        {opened === "connect" ? (
          <ConnectDialog space={space} place={place} onClose={close} />
        ) : opened === "import" || opened === "export" ? (
          <RunDialog space={space} kind={opened} place={place} onClose={close} />
        ) : opened === "disconnect" ? (
          <DisconnectDialog space={space} onClose={close} />
        ) : null}
      </Suspense>
    </>
  )
}
