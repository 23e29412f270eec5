import { get } from "node:http"
import type { SentPage } from "./yardstick.ts"

/** Where the measured sites say that they are. */
export const host = "localhost:4000"

/** An answer as it comes, what the server adds by itself left out; fails when it is not 200. */
export const fetchRaw = (port: number, path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<Omit<SentPage, "path" | "cookie">>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers: { host, ...headers } }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode}`))
        const { connection: _, date: __, "keep-alive": ___, ...headers } = response.headers
        resolve({ headers: headers as Record<string, string>, body: Buffer.concat(chunks).toString("base64") })
      })
    }).once("error", reject)
  })
