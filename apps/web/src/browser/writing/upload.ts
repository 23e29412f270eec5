/** Puts a file into the content that is written: its bytes are sent to the storage first, and content takes them from there. */
import type { ContentChange, ContentUpdate } from "../../logic/api.ts"
import { makeTurns } from "../../logic/turns.ts"
import { fileProblem, UploadProblem, uploadProblemOf } from "../../logic/uploading.ts"
import { client } from "../client.ts"
import type { FileUpload } from "../editor/services.ts"
import { limitsQuery, queryClient, spaceQuery } from "../queries.ts"
import { noteUpload } from "../uploads/leftUploads.ts"
import { send } from "../uploads/send.ts"

interface Upload {
  readonly file: globalThis.File
  readonly space: string
  /** Whose page it is put into, and which. */
  readonly place: string
  readonly write: (changes: ReadonlyArray<ContentChange>) => Promise<ContentUpdate>
}

/** So many files are sent at once: browsers have six connections to a server, and saving needs one. */
const turns = makeTurns(2)

/** The part of the way that is gone when the bytes are there. */
const sent = 0.98

export const startUpload = ({ file, place, space, write }: Upload): FileUpload => {
  const name = file.name.slice(-256) || "file"
  const noted = noteUpload(place, file)
  let announced: { readonly key: string; readonly url: string } | undefined
  let isThere = false

  const announce = async () => {
    const { organization } = await queryClient.ensureQueryData(spaceQuery(space))
    return client.storage.generateStorageUploadURL({
      params: { organizationId: organization },
      payload: {
        file: { name, type: file.type || "application/octet-stream", size: file.size },
        kind: "content_file",
        space
      }
    })
  }

  /** Sends the bytes where they are not there yet. */
  const bring = async (progress: (part: number) => void, signal: AbortSignal): Promise<string> => {
    announced ??= await announce()
    const { key, url } = announced
    if (isThere) return key
    try {
      await send(url, file, signal, (bytes) => progress((bytes / file.size) * sent))
    } catch (error) {
      const { status } = error as { readonly status?: number }
      // the address is too old: the next try asks for another one
      if (status === 404 || status === 410) announced = undefined
      // they were sent before, and the answer was lost
      if (status !== 409) throw error
    }
    isThere = true
    return key
  }

  const take = async (storageKey: string) => {
    try {
      return await write([{ operation: "insert_files", files: [{ name, storageKey }] }])
    } catch (error) {
      const { details = [] } = error as { readonly details?: ReadonlyArray<{ readonly path: string }> }
      // it waited for a day
      if (details.some(({ path }) => path.endsWith(".storageKey"))) [announced, isThere] = [undefined, false]
      throw error
    }
  }

  return {
    run: async (progress, signal) => {
      const most = queryClient.getQueryData(limitsQuery.queryKey)?.fileBytes
      const problem = fileProblem(file, most)
      if (problem !== undefined) {
        noted.forget()
        throw problem
      }
      try {
        return await turns.take(signal, async () => {
          progress(0)
          const key = await bring(progress, signal)
          progress(sent)
          signal.throwIfAborted()
          const { insertedFiles: [inserted] = [] } = await take(key)
          if (inserted === undefined) throw new UploadProblem("The server did not say what became of it.", true)
          progress(1)
          noted.forget()
          return { ref: { kind: "file" as const, file: inserted.id }, name: inserted.name }
        })
      } catch (error) {
        const problem = uploadProblemOf(error, navigator.onLine)
        if (!problem.again) noted.forget()
        throw problem
      }
    },
    end: (isLeft) => (isLeft ? noted.leave() : noted.forget())
  }
}
