/** What readers do, for whoever in this window wants to know. */
import type { ReaderEvent } from "../logic/beacon.ts"

const READER_EVENT = "octavo:event"

export const tell = (detail: ReaderEvent): void => {
  dispatchEvent(new CustomEvent(READER_EVENT, { detail }))
}

export const listen = (heard: (event: ReaderEvent) => void): void =>
  addEventListener(READER_EVENT, (event) => heard((event as CustomEvent<ReaderEvent>).detail))
