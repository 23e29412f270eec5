// Starts a server, says where it is, and waits to be killed.
import { startPostgres } from "../src/testing.ts"

const server = await startPostgres()
console.log(server.url)
setInterval(() => {}, 1000)
