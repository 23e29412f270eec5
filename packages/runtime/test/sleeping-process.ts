/** A process of several that never answers: it says that it is there, and stays. */
process.send!({ there: true })
setInterval(() => {}, 60_000)
