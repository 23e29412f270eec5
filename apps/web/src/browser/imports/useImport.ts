/** An import into a space: files are sent, the run is started and followed, also by who comes back to it. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { ImportRun } from "../../logic/api.ts"
import { importTypeOf, isActive } from "../../logic/importing.ts"
import { problemOf } from "../../logic/problems.ts"
import { client } from "../client.ts"
import { send } from "../uploads/send.ts"

export interface ImportSource {
  readonly files: ReadonlyArray<File>
  /** Of a website. */
  readonly url: string | undefined
}

interface ImportTarget {
  readonly organization: string
  readonly space: string
  /** The draft that takes the pages; asked for when it begins. `undefined` for the live content. */
  readonly changeRequest: () => Promise<string | undefined>
}

export interface Importing {
  /** How much of the files was sent, from 0 to 1, while they are. */
  readonly sent: number | undefined
  /** The run that is followed, or was. */
  readonly run: ImportRun | undefined
  /** Why it did not begin. */
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly start: (source: ImportSource) => Promise<void>
  readonly cancel: () => void
}

/** Milliseconds between two looks at a run. */
const pace = 800

export const useImport = ({ changeRequest, organization, space }: ImportTarget): Importing => {
  const queries = useQueryClient()
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [started, setStarted] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  const params = { organizationId: organization }

  // one that is under way, from another window or before a reload
  const active = useQuery({
    queryKey: ["space", space, "imports", "active"],
    queryFn: () => client.imports.listImportRuns({ params, query: { space, status: "active", limit: 1 } }),
    enabled: started === undefined
  })
  const id = started ?? active.data?.items[0]?.id
  const run = useQuery({
    queryKey: ["space", space, "imports", id],
    queryFn: () => client.imports.getImportRun({ params: { ...params, importRunId: id ?? "" } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && !isActive(state.data) ? false : pace)
  }).data

  const hasEnded = run !== undefined && !isActive(run)
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: ["space", space] })
  }, [hasEnded, queries, space])

  const start = async ({ files, url }: ImportSource): Promise<void> => {
    const aborting = new AbortController()
    stop.current = aborting
    setProblem(undefined)
    setSent(0)
    try {
      const all = files.reduce((sum, { size }) => sum + size, 0)
      const keys: Array<string> = []
      let before = 0
      for (const file of files) {
        const { key, url: to } = await client.storage.generateStorageUploadURL({
          params,
          payload: {
            file: { name: file.name.slice(-256), type: importTypeOf(file.name) ?? file.type, size: file.size },
            kind: "import_file"
          }
        })
        await send(to, file, aborting.signal, (bytes) => setSent((before + bytes) / all))
        before += file.size
        keys.push(key)
      }
      const into = await changeRequest()
      const run = await client.imports.startImportRun({
        params,
        payload: {
          source: url === undefined ? { type: "file", files: keys } : { type: "website", url },
          target: { space, ...(into === undefined ? {} : { changeRequest: into }) }
        }
      })
      queries.setQueryData(["space", space, "imports", run.id], run)
      setStarted(run.id)
    } catch (error) {
      setProblem(
        aborting.signal.aborted ? "It was stopped, and nothing was written" : problemOf(error, navigator.onLine).text
      )
    } finally {
      setSent(undefined)
    }
  }

  const cancel = () => {
    stop.current?.abort()
    if (run === undefined || hasEnded) return
    void client.imports
      .cancelImportRun({ params: { ...params, importRunId: run.id } })
      .then((ended) => queries.setQueryData(["space", space, "imports", run.id], ended))
      // it has ended by itself
      .catch(() => undefined)
  }

  return { sent, run, problem, isBusy: sent !== undefined || (run !== undefined && !hasEnded), start, cancel }
}
