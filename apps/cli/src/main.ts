/** Entry of the `octavo` command. What Node makes of the sources is kept, which halves the time to start. */
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/octavo", import.meta.url)))
await import("./octavo.ts")
