/** Addresses of videos, and what plays them. */

/** Hosts that show videos, as `hostOf` names them, and what they are called. */
export const videoHosts: ReadonlyMap<string, string> = new Map([
  ["youtube.com", "YouTube"],
  ["m.youtube.com", "YouTube"],
  ["youtu.be", "YouTube"],
  ["youtube-nocookie.com", "YouTube"],
  ["vimeo.com", "Vimeo"],
  ["player.vimeo.com", "Vimeo"],
  ["loom.com", "Loom"]
])

/** Hosts of the players: what a page may frame. */
export const playerOrigins = ["https://www.youtube-nocookie.com", "https://player.vimeo.com", "https://www.loom.com"]

export interface Player {
  /** A page of one of the players' hosts, or the video itself. */
  readonly kind: "frame" | "video"
  readonly src: string
}

/** The player of a video; `undefined` for an address that is of none, or of a list or channel. */
export const videoAt = (href: string): Player | undefined => {
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  const parts = url.pathname.split("/").filter((part) => part !== "")
  const frame = (src: string): Player => ({ kind: "frame", src })
  switch (videoHosts.get(url.host.replace(/^www\./, ""))) {
    case "YouTube": {
      const named = ["embed", "shorts", "live", "v"].includes(parts[0] ?? "") ? parts[1] : undefined
      const id = url.host.endsWith("youtu.be") ? parts[0] : (named ?? url.searchParams.get("v") ?? undefined)
      if (id === undefined || !/^[\w-]{6,20}$/.test(id)) return undefined
      const start = secondsOf(url.searchParams.get("t") ?? url.searchParams.get("start"))
      return frame(`https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start === 0 ? "" : `&start=${start}`}`)
    }
    case "Vimeo": {
      const [id, key] = parts.slice(
        Math.max(
          0,
          parts.findIndex((part) => /^\d{4,12}$/.test(part))
        )
      )
      if (id === undefined || !/^\d{4,12}$/.test(id)) return undefined
      // of an unlisted video
      const hash = url.searchParams.get("h") ?? key
      const listed = hash === undefined || !/^[0-9a-f]{6,20}$/.test(hash) ? "" : `&h=${hash}`
      return frame(`https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${listed}`)
    }
    case "Loom": {
      const id = ["share", "embed"].includes(parts[0] ?? "") ? parts[1] : undefined
      return id === undefined || !/^[0-9a-f]{16,40}$/.test(id)
        ? undefined
        : frame(`https://www.loom.com/embed/${id}?autoplay=1`)
    }
    default:
      return url.protocol === "https:" && /\.(?:mp4|m4v|webm|ogv|mov)$/i.test(url.pathname)
        ? { kind: "video", src: url.href }
        : undefined
  }
}

/** `90`, `90s`, `1m30s`, `1h2m3s`. */
const secondsOf = (text: string | null): number => {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? "") ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
