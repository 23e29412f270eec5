/**
 * Octavo in a plain Node program: a store in a temporary file, a folder imported as a space, a page read back.
 * Run it with `node apps/engine/examples/bare.ts`.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NotFound, Octavo } from "@octavo/engine"

const directory = await mkdtemp(join(tmpdir(), "octavo-bare-"))
const docs = join(directory, "docs")
await mkdir(docs)
await writeFile(join(docs, "README.md"), "# Handbook\n\nWelcome aboard.\n")
await writeFile(join(docs, "brewing.md"), "# Brewing coffee\n\nUse 60 g for a litre.\n")
await writeFile(
  join(docs, "SUMMARY.md"),
  "# Table of contents\n\n* [Handbook](README.md)\n* [Brewing coffee](brewing.md)\n"
)

const octavo = await Octavo.open({ database: `sqlite:${join(directory, "octavo.db")}` })
try {
  const organization = await octavo.organizations.create({ title: "Acme" })
  const space = await octavo.spaces.create(organization.id, { title: "Handbook" })
  const { counts } = await octavo.git.importDirectory(space.id, docs)
  console.log(`${counts.pages} pages imported`)

  for (const page of await octavo.content.pages(space.id)) {
    if (page.type === "document") console.log(`- ${page.title} at /${page.path}`)
  }
  const page = await octavo.content.pageByPath(space.id, "brewing", { format: "markdown" })
  console.log(page.type === "document" ? page.markdown : page.title)

  const missing = await octavo.content.pageByPath(space.id, "tea").catch((error) => error)
  if (missing instanceof NotFound) console.log(missing.message)
} finally {
  await octavo.close()
  await rm(directory, { recursive: true })
}
