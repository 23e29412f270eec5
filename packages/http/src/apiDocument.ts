import { Api } from "@octavo/api/Api"
import * as OpenApi from "effect/http-api/OpenApi"

/** The contract as an OpenAPI document, in JSON, as `/openapi.json` has it, with the address of the server. */
export const apiDocument = (url: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ ...OpenApi.fromApi(Api), servers: [{ url }] }))
