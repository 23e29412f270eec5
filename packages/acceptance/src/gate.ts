/** A door before a server that can be shut: whoever comes then is refused, and whoever is inside is cut off. */

import type { AddressInfo } from "node:net"
import { connect, createServer, type Socket } from "node:net"

export interface Gate {
  /** What browsers ask, whichever server is behind it. */
  readonly origin: string
  /** Leads to the server at a port from now on. */
  readonly leadTo: (port: number) => void
  readonly shut: () => void
  readonly open: () => void
  readonly close: () => Promise<void>
}

export const startGate = async (): Promise<Gate> => {
  const sockets = new Set<Socket>()
  let target: number | undefined
  let isShut = false
  const server = createServer((near) => {
    if (isShut || target === undefined) {
      near.destroy()
      return
    }
    const far = connect(target, "127.0.0.1")
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(one)
      one.on("close", () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on("error", () => other.destroy())
      one.pipe(other)
    }
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      target = port
    },
    shut: () => {
      isShut = true
      cut()
    },
    open: () => {
      isShut = false
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
