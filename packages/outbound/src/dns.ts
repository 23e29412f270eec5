/** The `Dns` port over Node's own resolver: c-ares, which asks the servers itself and reads no hosts file. */
import { Resolver } from "node:dns/promises"
import { Dns, DnsUnanswered } from "@octavo/core/kernel/outbound/Dns"
import { Effect, Layer } from "effect"

export interface DnsConfig {
  /** `192.0.2.53`, `[2001:db8::53]:5353`; the system's when left out. */
  readonly servers?: ReadonlyArray<string> | undefined
  /** For one try; there are two. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 3000
const tries = 2

/** Answers that say that the name, or a record of this type, does not exist. */
const absent = new Set(["ENODATA", "ENOTFOUND", "EBADNAME"])

export const layer = (config: DnsConfig) => Layer.sync(Dns, () => make(config))

export const make = ({ servers, timeoutMs = defaultTimeoutMs }: DnsConfig): Dns["Service"] => {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers !== undefined) resolver.setServers(servers)

  const ask = (name: string, question: () => Promise<ReadonlyArray<string>>) =>
    Effect.tryPromise({ try: question, catch: (error) => error }).pipe(
      Effect.catch((error) => {
        const code = error instanceof Error && "code" in error ? String(error.code) : "unknown"
        return absent.has(code)
          ? Effect.succeed([])
          : Effect.fail(new DnsUnanswered({ message: `The DNS servers did not answer for ${name} (${code})` }))
      })
    )

  return Dns.of({
    aliases: (name) =>
      Effect.map(
        ask(name, () => resolver.resolveCname(name)),
        (found) => found.map((one) => one.toLowerCase().replace(/\.$/, ""))
      ),
    texts: (name) => ask(name, () => resolver.resolveTxt(name).then((found) => found.map((parts) => parts.join("")))),
    addresses: (name) =>
      Effect.map(
        Effect.all([ask(name, () => resolver.resolve4(name)), ask(name, () => resolver.resolve6(name))], {
          concurrency: 2
        }),
        (found) => found.flat()
      )
  })
}
