/** Fonts of emoji as a task: a thread finds it here. */

export { emojiFontTask } from "@octavo/reader/emojiFont"
