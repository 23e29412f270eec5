/** OpenAPI specifications as a caller of the API writes them. */
import type { Client } from "./client.ts"
import { lookAgain } from "./lookAgain.ts"

/** A small description. */
export const pets = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com/v1" }],
  tags: [{ name: "pets", description: "All that can be kept." }],
  paths: {
    "/pets": {
      get: {
        tags: ["pets"],
        operationId: "listPets",
        summary: "List pets",
        responses: { 200: { description: "Fine" } }
      }
    }
  },
  components: { schemas: { Pet: { type: "object", properties: { name: { type: "string" } } } } }
})

/** Reads a specification until it has been processed. */
export const followSpec = async (api: Client, path: string, patience = 60_000): Promise<any> => {
  const again = lookAgain()
  for (const end = Date.now() + patience; ; await again()) {
    const { body, status } = await api.get(path)
    if (status === 200 && body.processingState === "complete") return body
    if (Date.now() > end) throw new Error(`the specification was not processed: ${status} ${JSON.stringify(body)}`)
  }
}

let count = 0

/** The path of a new specification that has been processed. */
export const newSpec = async (api: Client, organization: string, text = pets): Promise<string> => {
  const path = `/v1/orgs/${organization}/openapi/spec-${++count}`
  const { status, text: answer } = await api.request("PUT", path, { body: { source: { text } } })
  if (status !== 201) throw new Error(`the specification was refused with ${status}: ${answer}`)
  await followSpec(api, path)
  return path
}
