/** A server that knows of files and nothing else, as every host of static sites is. */
import { createReadStream, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8"
}

const kindOf = (file: string): "file" | "folder" | undefined => {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? "file" : found?.isDirectory() ? "folder" : undefined
}

export interface FileServer {
  /** Of the folder, with a slash at its end. */
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Serves a folder.
 * @param base path that it is at, with a slash at both ends
 */
export const serveFiles = async (folder: string, base = "/"): Promise<FileServer> => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.split("?")[0]!)
    const send = (status: number, file: string): void => {
      response.writeHead(status, { "content-type": types[extname(file)] ?? "application/octet-stream" })
      createReadStream(file).pipe(response)
    }
    const file = path.startsWith(base) ? join(folder, normalize(`/${path.slice(base.length)}`)) : ""
    const kind = kindOf(file)
    if (kind === "file") send(200, file)
    else if (kind === "folder" && !path.endsWith("/")) response.writeHead(301, { location: `${path}/` }).end()
    else if (kind === "folder" && kindOf(join(file, "index.html")) === "file") send(200, join(file, "index.html"))
    else send(404, join(folder, "404.html"))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
