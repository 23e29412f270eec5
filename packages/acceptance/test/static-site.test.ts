/** A folder of docs as static files: on a host that knows of files and nothing else, it is the site that a server shows. */
import { describe } from "vitest"
import { browsed } from "./static-site/browsed.ts"
import { writeDocs } from "./static-site/given.ts"
import { projects } from "./static-site/projects.ts"
import { written } from "./static-site/written.ts"

describe("A folder of docs as static files", { timeout: 120_000 }, () => {
  const given = writeDocs()
  written(given)
  projects(given)
  browsed(given)
})
