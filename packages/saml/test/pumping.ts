/** Reads one response in a thread of its own, which a watchdog can end. */
import { parentPort, workerData } from "node:worker_threads"
import { SamlProtocol } from "@octavo/core/people/saml/SamlProtocol"
import { Effect } from "effect"
import { layer } from "../src/index.ts"

const { certificate, response } = workerData as { readonly certificate: string; readonly response: string }
const base = "https://docs.example.com/app/~/saml/x"

parentPort?.postMessage(
  await Effect.gen(function* () {
    const protocol = yield* SamlProtocol
    return yield* Effect.flip(
      protocol.readResponse(
        { ssoURL: "https://idp.test/", entityID: "https://idp.test/", certificate },
        { entityID: base, acsURL: `${base}/acs`, startURL: `${base}/start` },
        response,
        Date.now()
      )
    )
  }).pipe(
    Effect.map(({ malformed, message }) => ({ malformed, message })),
    Effect.provide(layer),
    Effect.runPromise
  )
)
