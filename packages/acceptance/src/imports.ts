/** Git imports and exports as a caller of the API runs them. */
import { PageHistoryStore } from "@octavo/core/content/git/PageHistoryStore"
import type { Client } from "./client.ts"
import { lookAgain } from "./lookAgain.ts"
import type { World } from "./world.ts"

export interface Operation {
  readonly id: string
  readonly state: "pending" | "running" | "completed" | "failed"
  readonly counts?: Record<string, any>
  readonly error?: { readonly reason: string; readonly message: string }
  readonly revision?: string
  readonly commit?: string
  readonly changeRequest?: string
  readonly attempts: number
  readonly duration?: number
}

/** Asks for an import; answers its id. */
export const requestImport = (api: Client, spaceId: string, body: Record<string, unknown>): Promise<string> =>
  request(api, spaceId, "import", body)

/** Asks for an export, with a message of its own when the body has none; answers its id. */
export const requestExport = (api: Client, spaceId: string, body: Record<string, unknown>): Promise<string> =>
  request(api, spaceId, "export", { commitMessage: "Export", ...body })

const request = async (api: Client, spaceId: string, kind: "import" | "export", body: Record<string, unknown>) => {
  const answer = await api.post(`/v1/spaces/${spaceId}/git/${kind}`, body)
  if (answer.status !== 204) throw new Error(`the ${kind} was refused with ${answer.status}: ${answer.text}`)
  return answer.headers.get("location")!.split("/").at(-1)!
}

/** Reads an operation until it has ended. */
export const followImport = async (api: Client, spaceId: string, id: string, patience = 90_000): Promise<Operation> => {
  const again = lookAgain()
  for (const end = Date.now() + patience; ; await again()) {
    const { body, status } = await api.get(`/v1/spaces/${spaceId}/git/operations/${id}`)
    if (status === 200 && (body.state === "completed" || body.state === "failed")) return body
    if (Date.now() > end) throw new Error(`the import did not end: ${status} ${JSON.stringify(body)}`)
  }
}

/** Imports and waits for the end, whatever it is. */
export const runImport = async (api: Client, spaceId: string, body: Record<string, unknown>): Promise<Operation> =>
  followImport(api, spaceId, await requestImport(api, spaceId, body))

/** Imports and expects it to succeed. */
export const importOk = async (api: Client, spaceId: string, body: Record<string, unknown>): Promise<Operation> => {
  const operation = await runImport(api, spaceId, body)
  if (operation.state !== "completed") throw new Error(`the import failed: ${JSON.stringify(operation.error)}`)
  return operation
}

/** Waits until the history of the commit that a space was imported from is there: its server is asked no more then. */
export const historyRead = async (
  { operate, shown }: Pick<World, "operate" | "shown">,
  spaceId: string,
  commit?: string
) => {
  const again = lookAgain()
  for (const end = Date.now() + 90_000; ; await again()) {
    const state = await operate(PageHistoryStore.use((store) => store.state(spaceId)))
    if (state !== undefined && (commit === undefined || state.commit === commit)) return shown()
    if (Date.now() > end) throw new Error(`the history of ${spaceId} was not read`)
  }
}

export const main = "refs/heads/main"

/** Exports and waits for the end, whatever it is. */
export const runExport = async (api: Client, spaceId: string, body: Record<string, unknown>): Promise<Operation> =>
  followImport(api, spaceId, await requestExport(api, spaceId, body))

/** Exports and expects it to succeed. */
export const exportOk = async (api: Client, spaceId: string, body: Record<string, unknown>): Promise<Operation> => {
  const operation = await runExport(api, spaceId, body)
  if (operation.state !== "completed") throw new Error(`the export failed: ${JSON.stringify(operation.error)}`)
  return operation
}
