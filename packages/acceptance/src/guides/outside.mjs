/**
 * The network of the pages' reader, for a process under test (`node --import`): every name of the outside is answered,
 * and leads to the stand-ins of the test, whatever the port; nothing goes anywhere else. Threads of the process load it
 * too, with the little memory that they have: so it is no TypeScript, and does nothing there.
 */
import dns from "node:dns/promises"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import { isMainThread } from "node:worker_threads"

const answerForAll = () => {
  const { control, octavo, postgres, web } = JSON.parse(process.env.GUIDES_OUTSIDE)

  /** No address of any network that is refused, and nobody connects to it: `connect` below leads elsewhere. */
  const address = "93.184.215.14"
  const isLocal = (host) => /^(?:localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/.test(host)

  const records = async (type, name) => {
    const answer = await fetch(`http://127.0.0.1:${control}/dns?${new URLSearchParams({ type, name })}`)
    const found = await answer.json()
    if (found.length === 0) throw Object.assign(new Error(`no ${type} of ${name}`), { code: "ENODATA" })
    return found
  }

  const resolver = dns.Resolver.prototype
  resolver.resolve4 = async () => [address]
  resolver.resolve6 = async () => []
  resolver.resolveCname = (name) => records("CNAME", name)
  resolver.resolveTxt = async (name) => (await records("TXT", name)).map((text) => [text])
  const lookup = dns.lookup
  dns.lookup = async (host, options) => {
    if (isLocal(host)) return lookup(host, options)
    return options?.all ? [{ address, family: 4 }] : { address, family: 4 }
  }
  syncBuiltinESMExports()

  const portOf = (host, port) =>
    isLocal(host)
      ? port === 4000 && octavo !== undefined
        ? octavo
        : undefined
      : port === 5432
        ? postgres
        : port === 443
          ? web
          : 9

  const connect = net.Socket.prototype.connect
  net.Socket.prototype.connect = function (...args) {
    // either as the caller gave it, or a list that Node has made of that
    const [options] = Array.isArray(args[0]) ? args[0] : args
    if (typeof options === "object" && options !== null && options.port !== undefined) {
      const port = portOf(String(options.host ?? "localhost"), Number(options.port))
      if (port !== undefined) {
        const there = { ...options, host: "127.0.0.1", port, lookup: undefined }
        if (Array.isArray(args[0])) args[0][0] = there
        else args[0] = there
      }
    }
    return connect.apply(this, args)
  }

  // a port that is named may be somebody else's here
  const listen = net.Server.prototype.listen
  net.Server.prototype.listen = function (...args) {
    if (typeof args[0] === "object" && args[0] !== null && args[0].port !== undefined) args[0] = { ...args[0], port: 0 }
    else if (typeof args[0] === "number") args[0] = 0
    return listen.apply(this, args)
  }
}

if (isMainThread) answerForAll()
