import { describe, expect, it } from "vitest"
import { contentSecurityPolicy } from "../src/assets/assets.ts"
import { playerOrigins, videoAt } from "../src/body/video.ts"

const youtube = "frame https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"
const vimeo = "frame https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"
const cases: ReadonlyArray<readonly [href: string, player: string | undefined]> = [
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", youtube],
  ["https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ", youtube],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", youtube],
  ["https://youtu.be/dQw4w9WgXcQ?t=1m30s", `${youtube}&start=90`],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ?start=5", `${youtube}&start=5`],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ", youtube],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", youtube],
  ["https://vimeo.com/76979871", vimeo],
  ["https://vimeo.com/76979871/8272103f6e", `${vimeo}&h=8272103f6e`],
  ["https://vimeo.com/channels/staffpicks/76979871", vimeo],
  ["https://player.vimeo.com/video/76979871?h=8272103f6e", `${vimeo}&h=8272103f6e`],
  [
    "https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184",
    "frame https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184?autoplay=1"
  ],
  ["https://cdn.example.com/a%20b/talk.mp4?x=1#t=3", "video https://cdn.example.com/a%20b/talk.mp4?x=1#t=3"],
  ["https://cdn.example.com/talk.WEBM", "video https://cdn.example.com/talk.WEBM"],
  // no video, or none that could be told
  ["http://cdn.example.com/talk.mp4", undefined],
  ["https://www.youtube.com/watch?v=1", undefined],
  ["https://www.youtube.com/@channel", undefined],
  ["https://www.youtube.com/playlist?list=PL1", undefined],
  ["https://www.youtube.com/watch?v=%22onload=x", undefined],
  ["https://vimeo.com/blog", undefined],
  ["https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", undefined],
  ["https://example.com/page", undefined],
  ["javascript:alert(1)//.mp4", undefined],
  ["/files/talk.mp4", undefined]
]

describe("players of videos", () => {
  it.each(cases)("%s", (href, wanted) => {
    const player = videoAt(href)
    expect(player && `${player.kind} ${player.src}`).toBe(wanted)
    // what a page may frame is what it frames
    if (player?.kind === "frame") expect(playerOrigins).toContain(new URL(player.src).origin)
  })

  it("are all that a page may frame", () => {
    const policy = contentSecurityPolicy(false).split("; ")
    expect(policy).toContain(`frame-src ${playerOrigins.join(" ")}`)
    expect(policy).toContain("default-src 'none'")
  })
})
