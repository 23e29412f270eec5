/** The page that lists every operation of the contract with the tests that cover it. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api } from "../packages/api/src/Api.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Releases of the public client that the suite drives, by the names of their packages there. */
const releases = { "0.146.0": "@gitbook/api", "0.202.0": "@gitbook/api-newest" }

/** The requests of a release: `GET /v1/user`. */
const requestsOf = (name) => {
  const file = createRequire(join(root, "packages/acceptance/package.json")).resolve(`${name}/spec/openapi.json`)
  const { paths } = JSON.parse(readFileSync(file, "utf8"))
  return new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} /v1${path}`)
    )
  )
}

export const operations = () => {
  const known = Object.entries(releases).map(([release, name]) => [release, requestsOf(name)])
  const rows = Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, requestBody, tags }]) => {
      const request = `${method.toUpperCase()} ${path}`
      const having = known.filter(([, requests]) => requests.has(request)).map(([release]) => release)
      const tests = [having.length === 0 ? "client (by fetch)" : "client", "wall", ...(requestBody ? ["http"] : [])]
      return {
        tag: tags[0],
        row: `| \`${operationId}\` | \`${request}\` | ${having.join(", ") || "only Octavo"} | ${tests.join(", ")} |`
      }
    })
  )
  const sections = [...Map.groupBy(rows, ({ tag }) => tag)].map(
    ([tag, group]) =>
      `## ${tag}\n\n| Operation | Request | Releases of the client | Tests |\n| --- | --- | --- | --- |\n${group.map(({ row }) => row).join("\n")}`
  )
  return `---
description: Every operation of the REST API, with the tests that cover it.
icon: list-check
---

# Operations

The ${rows.length} operations of the API. The tests of each stand in tables of \`packages/acceptance/test\`, which fail when something of the contract has no row:

* \`client\`: what it answers, asked by each release of the public client that has it, and by plain requests else; the answer is held against the contract and against the client's own schemas. On SQLite and Postgres.
* \`wall\`: who may ask, and that hidden and missing are alike.
* \`http\`: wrong bodies are refused, field by field, and change nothing.
* \`limits\`: every field that has a bound, at it and one past.

The tests of one operation: \`npm test -- packages/acceptance/test -t getSpaceById\`. The rules behind it are in the suite of its area in \`packages/conformance\`, which runs on both stores.

${sections.join("\n\n")}

{% hint style="info" %}
This page is made from the contract.
{% endhint %}
`
}
