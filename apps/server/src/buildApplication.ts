/** The web application of a checkout, built beside the server, which takes it up when it is done. */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"

/**
 * Builds the application in a process of its own when it is not that of the sources; ends with the build, or with the
 * server. What goes wrong is told: the pages are then those without the application.
 * @param root of the checkout
 */
export const buildApplication = (root: string, tell: (text: string) => void): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const child = spawn(process.execPath, [join(root, "apps/web/src/build/main.ts")], {
      stdio: ["ignore", "ignore", "pipe"]
    })
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said += text
    })
    child.once("error", () => resume(Effect.void))
    child.once("close", (code) => {
      if (code !== 0) tell(`The web application could not be built; pages under /app do without it.\n${said}`)
      resume(Effect.void)
    })
    return Effect.sync(() => {
      // nobody waits for what it says any more
      child.removeAllListeners("close")
      child.kill()
    })
  })
