/**
 * What responses cost that a stranger sends to where providers of single sign-on send theirs, as they grow in one place:
 * processor time at one size beside that at half of it. What is linear doubles.
 */
import { SamlProtocol } from "@octavo/core/people/saml/SamlProtocol"
import { layer } from "@octavo/saml"
import { oversizedResponses } from "@octavo/saml/oversizedResponses"
import { makeCertificate } from "@octavo/saml/testing"
import { Effect, ManagedRuntime } from "effect"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"

/**
 * Bytes of XML: the largest response that is read has 262,144. What many elements make dear is refused there, so a
 * smaller pair is measured too, in which nothing is.
 */
const pairs = [
  [12_000, 24_000],
  [120_000, 240_000]
] as const
const rounds = 9
const warmUps = 3
/** Growth for twice as much: that of work which is linear, and what the machine and the collector add. */
const bar = atMost(2.6)
/** What is over this soon, at the largest size, is not measured well enough to be compared: milliseconds. */
const tooSoon = 4

const base = "https://docs.example.com/app/~/saml/x"
const service = { entityID: base, acsURL: `${base}/acs`, startURL: `${base}/start` }

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const runtime = ManagedRuntime.make(layer)
  const { certificate } = makeCertificate()
  const provider = { ssoURL: "https://idp.test/", entityID: "https://idp.test/", certificate }
  try {
    const protocol = await runtime.runPromise(SamlProtocol)
    /** Processor time of one response, in milliseconds. */
    const cost = async (response: string): Promise<number> => {
      const before = process.cpuUsage()
      await runtime.runPromise(Effect.flip(protocol.readResponse(provider, service, response, Date.now())))
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1000
    }
    const rows: Array<Row> = []
    for (const [name, make] of Object.entries(oversizedResponses)) {
      say(name)
      for (const sizes of pairs) {
        const responses = sizes.map(make)
        const times: ReadonlyArray<Array<number>> = sizes.map(() => [])
        for (let round = -warmUps; round < rounds; round++) {
          for (const [i, response] of responses.entries()) {
            const time = await cost(response)
            if (round >= 0) times[i]!.push(time)
          }
        }
        const [half, whole] = times.map(median) as [number, number]
        rows.push({
          what: `${name}, ${sizes[1]}`,
          ours: `${shown(whole)} ms`,
          yardstick: `${shown(half)} ms`,
          ratio: whole / half,
          ...(whole < tooSoon ? {} : { bar })
        })
      }
    }
    return rows
  } finally {
    await runtime.dispose()
  }
}

export default { title: "Single sign-on: responses of strangers; the yardstick: half as much", run }
