import { mkdtempSync } from "node:fs"
import { makeWorld } from "./http/world.ts"
import { startChild } from "./support/child.ts"
const dir = mkdtempSync("/tmp/x/h-")
const world = await makeWorld(`sqlite:${dir}/o.db`, dir)
const server = startChild("http/octavo.ts", 0, [`sqlite:${dir}/o.db`, dir])
const { port } = await server.ask<any>({})
const load = startChild("support/load.ts", 1)
for (const name of ["organization", "site", "caller"]) {
  const paths = world.endpoints.find((e: any) => e.what === name)!.paths
  const req = { port, token: world.token, paths, connections: 32, milliseconds: 1500 }
  await load.ask(req)
  const rates = []
  for (let i = 0; i < 5; i++) {
    const a = await server.ask<any>({})
    const { answers } = await load.ask<any>(req)
    const b = await server.ask<any>({})
    rates.push(Math.round(answers / ((b.cpu - a.cpu) / 1e6)))
  }
  console.log(name, rates.join(" "))
}
await load.stop(); await server.stop()
