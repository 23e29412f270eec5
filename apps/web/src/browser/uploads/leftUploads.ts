/**
 * Files that are on their way into pages, noted in this browser for as long as they are: what a closed window or a page
 * that was left has not sent is told when the page is opened again. The bytes themselves are not kept.
 */

export interface LeftUpload {
  readonly id: string
  /** Whose, and of which page; as that of what is written there. */
  readonly place: string
  readonly name: string
  /** In bytes. */
  readonly size: number
}

interface Noted extends LeftUpload {
  /** The window that it is sent from; none when its page was left. */
  readonly window?: string
}

const key = "octavo-uploads"
/** Most that are noted: more would say no more. */
const most = 100

const windowId = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join("")
const lockOf = (window: string): string => `octavo-uploads-${window}`

const read = (): ReadonlyArray<Noted> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(found) ? found : []
  } catch {
    // a browser that keeps nothing has nothing to tell
    return []
  }
}

const write = (all: ReadonlyArray<Noted>): void => {
  try {
    if (all.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(all.slice(-most)))
  } catch {
    // the same
  }
}

/** Held for as long as this window lives; browsers on plain http in a network have no locks. */
let isHeld = false
const holdWindow = (): void => {
  if (isHeld || navigator.locks === undefined) return
  isHeld = true
  void navigator.locks.request(lockOf(windowId), () => new Promise<never>(() => {}))
}

/** Files that this window sends now, by their ids. */
const running = new Map<string, string>()

/** Whether files are on their way. @param place of one page, or of all */
export const isUploading = (place?: string): boolean =>
  place === undefined ? running.size > 0 : [...running.values()].includes(place)

window.addEventListener("beforeunload", (event) => {
  if (isUploading()) event.preventDefault()
})

export interface NotedUpload {
  /** It is there, or nobody wants it any more. */
  readonly forget: () => void
  /** Its page was left before it was there. */
  readonly leave: () => void
}

/** Notes a file that is sent from this window. */
export const noteUpload = (place: string, { name, size }: File): NotedUpload => {
  const id = `${windowId} ${running.size} ${Date.now()} ${Math.random()}`
  holdWindow()
  running.set(id, place)
  write([...read(), { id, place, name, size, window: windowId }])
  return {
    forget: () => {
      running.delete(id)
      write(read().filter((one) => one.id !== id))
    },
    leave: () => {
      running.delete(id)
      write(read().map((one) => (one.id === id ? { id, place, name, size } : one)))
    }
  }
}

/** Files of a page that were not sent, and whose window is gone or has left it. */
export const leftUploads = async (place: string): Promise<ReadonlyArray<LeftUpload>> => {
  const noted = read().filter((one) => one.place === place)
  if (noted.length === 0) return []
  const held = new Set(
    navigator.locks === undefined ? [] : (await navigator.locks.query()).held?.map(({ name }) => name)
  )
  return noted.filter(({ window }) => window === undefined || (window !== windowId && !held.has(lockOf(window))))
}

export const forgetUploads = (ids: ReadonlyArray<string>): void => write(read().filter(({ id }) => !ids.includes(id)))

/** Forgets all of them, of whatever page. */
export const forgetAllUploads = (): void => write([])
