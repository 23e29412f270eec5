/** Started as a process of its own: `open-many.ts CACHE URL COUNT` opens a source again and again, and prints commits. */
import { Effect } from "effect"
import { gitLayer, open, withGit } from "./fixture.ts"

const [cache = "", url = "", count = "1"] = process.argv.slice(2)
for (let i = 0; i < Number(count); i++) {
  const { commit } = await Effect.runPromise(
    open({ url, ref: "refs/heads/main", directory: "" }).pipe(withGit(gitLayer(cache)))
  )
  console.log(commit?.oid)
}
