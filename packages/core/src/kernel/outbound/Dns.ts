/** The port of questions to the Domain Name System. An adapter asks the servers that it is told, and waits for a while. */
import { Context, Data, type Effect } from "effect"

/** No server answered, or one that could not say: nothing is known of the name. */
export class DnsUnanswered extends Data.TaggedError("DnsUnanswered")<{ readonly message: string }> {}

export class Dns extends Context.Service<
  Dns,
  {
    /** What CNAME records of the name itself lead to, in lower case without a dot at the end; none where there is none. */
    readonly aliases: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
    /** TXT records of the name, each put together from its parts; none where there is none. */
    readonly texts: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
    /** All IPv4 and IPv6 addresses of a name, whatever it leads over; none where there is none. */
    readonly addresses: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsUnanswered>
  }
>()("@octavo/core/kernel/outbound/Dns") {}
