/** `octavo api`: one call of the API of a running server, like curl that knows the token and says what was ignored. */
import { text } from "node:stream/consumers"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { ExpectedError } from "@octavo/runtime/errorMessages"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { printable } from "../run.ts"
import { defaultServer, requestServer, serverAddress } from "../serverRequest.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

interface Call {
  readonly method: string
  readonly path: string
  readonly server: string
  /** JSON, or `-` for what stdin has. */
  readonly body: string | undefined
}

const jsonOf = async (given: string): Promise<string> => {
  const body = given === "-" ? await text(process.stdin) : given
  try {
    JSON.parse(body)
  } catch (error) {
    throw new ExpectedError(`--body is no JSON: ${(error as Error).message}`)
  }
  return body
}

/** Lines for a person; programs get what the server said. */
const shown = (body: string, isJson: boolean): string => {
  if (!process.stdout.isTTY) return body
  const lines = isJson ? JSON.stringify(JSON.parse(body), null, 2) : body
  return `${lines.split("\n").map(printable).join("\n")}\n`
}

const call = async ({ body: given, method, path, server }: Call): Promise<void> => {
  if (!path.startsWith("/")) throw new ExpectedError(`${JSON.stringify(path)} is no path: it must be like /v1/user`)
  const token = process.env["OCTAVO_TOKEN"]
  const body = given === undefined ? undefined : await jsonOf(given)
  const response = await requestServer(serverAddress(server) + path, {
    method,
    headers: {
      ...ifDefined(token, (secret) => ({ authorization: `Bearer ${secret}` })),
      ...ifDefined(body, () => ({ "content-type": "application/json" }))
    },
    ...defined({ body })
  })
  const ignored = response.headers.get("octavo-ignored-fields")
  if (ignored !== null)
    process.stderr.write(`octavo: ignored, as the operation does not know it: ${printable(ignored)}\n`)
  const answer = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") === true
  if (answer !== "") process.stdout.write(shown(answer, isJson))
  if (response.ok) return
  const said = isJson ? (JSON.parse(answer) as { error?: { message?: string } }).error?.message : undefined
  throw new ExpectedError(`${response.status}: ${said ?? response.statusText}`)
}

export const api = Command.make(
  "api",
  {
    method: Argument.Literals("method", methods).pipe(Argument.withDescription("GET, POST, PUT, PATCH or DELETE")),
    path: Argument.String("path").pipe(Argument.withDescription("Path with its query, like /v1/user")),
    body: Flag.String("body").pipe(
      Flag.withMetavar("JSON"),
      Flag.withDescription("Body of the request; - reads it from stdin"),
      Flag.optional
    ),
    server: Flag.String("server").pipe(
      Flag.withMetavar("URL"),
      Flag.withDescription("Public URL of the server [env: OCTAVO_URL]"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ body, server, ...rest }) {
    yield* Effect.tryPromise({
      try: () => call({ ...rest, server: Option.getOrElse(server, defaultServer), body: Option.getOrUndefined(body) }),
      catch: (error) => error
    })
  })
).pipe(
  Command.withDescription(
    "Call the API of a running server. OCTAVO_TOKEN is the API token, which octavo login or octavo token create gives. The answer is on stdout; what the operation ignored, and why it failed, on stderr."
  ),
  Command.withShortDescription("Call the API of a running server")
)
