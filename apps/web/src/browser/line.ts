/** The line to the server: what was asked on one that was lost is not waited for on the one that came after it. */

let lost = new AbortController()

window.addEventListener("online", () => {
  const before = lost
  lost = new AbortController()
  before.abort(new Error("The line was lost"))
})

/** Aborts when the line is back after it was lost: by then no answer comes any more to what was asked before. */
export const lineLost = (): AbortSignal => lost.signal
