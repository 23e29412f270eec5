/** Players of videos. Nothing is asked of the host of a video before somebody wants to see it. */
import { isPlain, make } from "./dom.ts"

/** Puts a player in the place of a link to a video; answers whether it was one. */
export const play = (event: MouseEvent, link: HTMLAnchorElement): boolean => {
  const { frame, video } = link.dataset
  const src = frame || video
  if (!src || !isPlain(event) || event.defaultPrevented) return false
  event.preventDefault()
  const player = frame ? makeFrame() : makeVideo()
  player.title = link.textContent
  player.src = src
  link.replaceWith(player)
  player.focus()
  return true
}

const makeFrame = (): HTMLIFrameElement => {
  const player = make("iframe", "player")
  player.allow = "autoplay; fullscreen; picture-in-picture; encrypted-media"
  player.allowFullscreen = true
  player.referrerPolicy = "strict-origin-when-cross-origin"
  return player
}

const makeVideo = (): HTMLVideoElement => {
  const player = make("video", "player")
  player.controls = true
  player.autoplay = true
  return player
}
