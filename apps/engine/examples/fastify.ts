/**
 * Octavo inside a Fastify application: the API and the published sites beside the application's own routes.
 * Run it with `node apps/engine/examples/fastify.ts`, then open the URL that it prints. PORT chooses the port.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Octavo } from "@octavo/engine"
import fastify, { type FastifyReply, type FastifyRequest } from "fastify"

const port = Number(process.env["PORT"] ?? 4100)
const url = `http://localhost:${port}`
const directory = await mkdtemp(join(tmpdir(), "octavo-fastify-"))
const octavo = await Octavo.open({ database: `sqlite:${join(directory, "octavo.db")}`, url })

await writeFile(join(directory, "README.md"), "# Hello\n\nThis page is served by Fastify.\n")
const organization = await octavo.organizations.create({ title: "Acme" })
const space = await octavo.spaces.create(organization.id, { title: "Hello" })
await octavo.git.importDirectory(space.id, directory)
const site = await octavo.sites.create(organization.id, { title: "Hello", spaces: [space.id] })
const published = await octavo.sites.publish(organization.id, site.id)

/** Hands a request on to Octavo, and its answer back. */
const toOctavo = async (request: FastifyRequest, reply: FastifyReply) => {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]]
  )
  const response = await octavo.fetch(
    new Request(url + request.raw.url, {
      method: request.method,
      headers,
      ...(request.body instanceof Buffer ? { body: new Uint8Array(request.body) } : {})
    })
  )
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body as never))
}

const app = fastify()
// bodies go to Octavo as they came
app.removeAllContentTypeParsers()
app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body))
app.get("/", () => ({ application: "mine", docs: published.urls.published }))
for (const path of ["/v1/*", "/sites/*", "/~files/*", "/openapi.json", "/docs"]) app.all(path, toOctavo)
app.addHook("onClose", async () => {
  await octavo.close()
  await rm(directory, { recursive: true })
})
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => app.close())

await app.listen({ port, host: "127.0.0.1" })
console.log(`Documentation at ${published.urls.published}`)
