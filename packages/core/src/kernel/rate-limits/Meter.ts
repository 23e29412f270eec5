/**
 * A rate limiter: counts what clients do, and says at once when it is too much. The window is that of Effect's `RateLimiter`: each
 * count takes its part of the minute, and when the parts of all have gone by the client begins anew.
 *
 * Servers that share their counts tell them in parts of a tenth of the limit, and go on meanwhile: no request waits for
 * the store, and who comes rarely is never written there. So servers together let through at most a tenth of the limit
 * too much for each of them.
 */

/** What a client may still do. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number
  /** It is too much: this was not counted. */
  readonly exceeded: boolean
}

/** Adds to the count that all servers share, and calls back with what is left of it; `undefined` when nobody knows. */
export type Tell = (client: string, count: number, told: (left: Allowance | undefined) => void) => void

export interface Meter {
  /** Counts one. */
  readonly take: (client: string, now: number) => Allowance
  /** The same without counting. */
  readonly look: (client: string, now: number) => Allowance
  /** Whether anything is known of the client. */
  readonly knows: (client: string) => boolean
  readonly forget: (client: string) => void
}

export const windowMs = 60_000

/** Clients that are kept at most: those whose window is over go first, then those who came first. */
const mostClients = 50_000

interface Client {
  count: number
  endsAt: number
  /** What the other servers have not been told of. */
  untold: number
  /** What all servers together have left until `sharedUntil`, less what was told since. */
  shared: number
  sharedUntil: number
}

/** @param tell where there are other servers */
export const makeMeter = (limit: number, tell?: Tell, capacity = mostClients): Meter => {
  const clients = new Map<string, Client>()
  const share = windowMs / limit
  const batch = Math.ceil(limit / 10)

  const makeRoom = (now: number): void => {
    for (const [name, { endsAt, sharedUntil }] of clients) {
      if (endsAt <= now && sharedUntil <= now) clients.delete(name)
    }
    for (const name of clients.keys()) {
      if (clients.size <= capacity * 0.9) return
      clients.delete(name)
    }
  }

  const told = (client: Client, left: Allowance | undefined): void => {
    if (left === undefined) return
    client.shared = left.exceeded ? 0 : left.remaining
    client.sharedUntil = left.resetAt
  }

  const allowance = (client: Client | undefined, now: number): Allowance => {
    const own = client !== undefined && client.endsAt > now ? limit - client.count : limit
    const shared = client !== undefined && client.sharedUntil > now ? client.shared - client.untold : limit
    const remaining = Math.max(0, Math.min(own, shared))
    const resetAt = Math.max(now, client?.endsAt ?? 0, client?.sharedUntil ?? 0)
    return { limit, remaining, resetAt, exceeded: remaining === 0 }
  }

  const take = (name: string, now: number): Allowance => {
    let client = clients.get(name)
    if (client === undefined) {
      if (clients.size >= capacity) makeRoom(now)
      client = { count: 0, endsAt: now, untold: 0, shared: 0, sharedUntil: 0 }
      clients.set(name, client)
    }
    const before = allowance(client, now)
    if (before.exceeded) return before
    if (client.endsAt <= now) {
      client.count = 0
      client.endsAt = now
    }
    client.count++
    client.endsAt += share
    client.untold++
    if (tell !== undefined && client.untold >= batch) {
      const { untold } = client
      const known = client
      client.untold = 0
      client.shared -= untold
      tell(name, untold, (left) => told(known, left))
    }
    return { ...allowance(client, now), exceeded: false }
  }

  return {
    take,
    look: (name, now) => allowance(clients.get(name), now),
    knows: (name) => clients.has(name),
    forget: (name) => {
      clients.delete(name)
    }
  }
}
