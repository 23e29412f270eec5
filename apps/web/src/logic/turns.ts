/** Lets so many things be done at once; others wait until it is their turn, in the order in which they came. Pure. */

export interface Turns {
  /** Rejects with the signal's reason when it is given up before its turn. */
  readonly take: <A>(signal: AbortSignal, act: () => Promise<A>) => Promise<A>
}

export const makeTurns = (most: number): Turns => {
  let running = 0
  const waiting = new Set<() => void>()

  const come = (signal: AbortSignal): Promise<void> => {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(go)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener("abort", giveUp)
        resolve()
      }
      waiting.add(go)
      signal.addEventListener("abort", giveUp, { once: true })
    })
  }

  /** The next one has the turn, or nobody. */
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) {
      running--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    take: async (signal, act) => {
      signal.throwIfAborted()
      await come(signal)
      try {
        return await act()
      } finally {
        leave()
      }
    }
  }
}
