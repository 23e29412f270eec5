import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterEach, expect, it, vi } from "vitest"
import { api } from "../src/commands/api.ts"
import { login } from "../src/commands/login.ts"
import { freePort } from "./support.ts"

afterEach(() => {
  vi.unstubAllEnvs()
})

/** What a command fails with. */
const failure = async (run: Effect.Effect<void, unknown, NodeServices.NodeServices>): Promise<string> => {
  const exit = await Effect.runPromiseExit(Effect.provide(run, NodeServices.layer))
  return Exit.isSuccess(exit) ? "" : Cause.pretty(exit.cause)
}

it.each([
  ["api", () => Command.runWith(api, { version: "0" })(["GET", "/v1/user"])],
  ["login", () => Command.runWith(login, { version: "0" })(["--no-browser"])]
])("octavo %s looks for the server that OCTAVO_URL names when it runs", async (_, command) => {
  vi.stubEnv("OCTAVO_TOKEN", "oct_none")
  for (const server of [`http://127.0.0.1:${await freePort()}`, `http://localhost:${await freePort()}`]) {
    vi.stubEnv("OCTAVO_URL", server)
    expect(await failure(command())).toContain(`There is no server at ${server}\n`)
  }
})
