/** Started as a process of its own: `commit-many.ts CACHE URL` commits to `main` again and again until it is killed. */
import { Effect } from "effect"
import { commit, gitLayer, newCommit, open, withGit } from "./fixture.ts"

const [cache = "", url = ""] = process.argv.slice(2)
const source = { url, ref: "refs/heads/main", directory: "" }
const once = Effect.gen(function* () {
  const snapshot = yield* Effect.scoped(open(source))
  const content = `${process.pid} ${performance.now()} `
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}/x.md`, content.repeat(i * 50)]))
  yield* commit(source, newCommit(snapshot.commit?.oid, files))
  console.log("committed")
})
console.log("started")
await Effect.runPromise(Effect.forever(once).pipe(withGit(gitLayer(cache))))
