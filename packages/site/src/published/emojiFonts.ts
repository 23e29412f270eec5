/**
 * Fonts with the emoji of a page and no others, which its script asks for. Each is cut when it is first asked for, by
 * another thread, and kept by what is in it; the same on all sites.
 */
import { computeAsking, noAnswer } from "@octavo/core/kernel/compute/Compute"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash } from "@octavo/core/kernel/shared/hash"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { makeSingleFlight } from "@octavo/core/kernel/shared/singleFlight"
import { emojiFontAt } from "@octavo/reader/emoji"
import { Effect } from "effect"
import { emojiFontTask } from "../drawing/emojiFont.ts"
import { type SiteAnswer, staticFile } from "./answers.ts"

const cacheBytes = 4 * 1024 * 1024

export const makeEmojiFonts = () => {
  const cache = makeLru<Uint8Array>(cacheBytes, "emoji-fonts")
  const cutOnce = makeSingleFlight()

  const answer = (font: Uint8Array): SiteAnswer =>
    staticFile({ path: "", contentType: "font/woff", body: font, hash: contentHash(font) })

  /** @param name path below `/_octavo/`; `undefined` where it is that of no font */
  return Effect.fnUntraced(function* (name: string): Effect.fn.Return<SiteAnswer | undefined, StorageError> {
    const key = emojiFontAt(name)
    if (key === undefined) return undefined
    const kept = Effect.sync(() => cache.get(name))
    const cut = Effect.gen(function* () {
      const font = yield* computeAsking(
        emojiFontTask,
        { letters: [...key.letters], form: key.form },
        noAnswer,
        Number.POSITIVE_INFINITY,
        // whoever asks for many waits behind these alone
        "emoji fonts"
      )
      cache.set(name, font, font.length)
      return font
    })
    return answer((yield* kept) ?? (yield* cutOnce(name, kept, cut)))
  })
}
