/** Requests of commands to a running server. */
import { ExpectedError } from "@octavo/runtime/errorMessages"
import { settings } from "@octavo/runtime/settings"
import { readSetting } from "@octavo/runtime/settingsProvider"

/** Public URL of the server that a command talks to, when it names none. */
export const defaultServer = (): string => readSetting("url") ?? `http://localhost:${settings.port.fallback}`

/** The address of a server without slashes at its end; fails in words where it is none. */
export const serverAddress = (server: string): string => {
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new ExpectedError(`${JSON.stringify(server)} is no address: it must be like https://docs.example.com`)
  }
  return server.replace(/(?<!\/)\/+$/, "")
}

/** The answer of a server; fails in words where nobody answers. */
export const requestServer = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, init).catch(() => {
    throw new ExpectedError(`There is no server at ${new URL(url).origin}`)
  })
