/**
 * Ids begin with a letter, so that they can stand in a CSS selector, an element's name, a label of a host. Until
 * version 47 of the schema they began with what is in `before` below, nearly always with 0. Each of those stands for one
 * letter: what the API gave out then names the same things now. Decision 0055 says where which form is found.
 */
const before = "0123456789-_"
const since = "abcdefghijkl"

const earlier = /^[0-9_-][0-9A-Za-z_-]{21}$/

/** A text with the letter that stands for its first character, if that is none itself. */
export const lettered = (text: string): string => (since[before.indexOf(text[0]!)] ?? text[0]!) + text.slice(1)

/** The id that an id from before stands for; any other text as it is. For places that hold an id and nothing else. */
export const currentId = (id: string): string => (earlier.test(id) ? lettered(id) : id)

// the second letter is of time, too: a digit or a capital until 2034, which no word in small letters has there
const ofContent = /^[0a][0-9A-Z][0-9A-Za-z]{20}$/

/**
 * The form of an id in what is named by its hash, and back. Content that was stored before keeps its bytes, and equal
 * content that is stored now has the same: so those of today are written as those from before. Its own inverse.
 */
export const storedId = (id: string): string =>
  id.length === 22 && ofContent.test(id) ? (id[0] === "0" ? "a" : "0") + id.slice(1) : id

/** A text in which ids stand among other things, with the ids from before as those of today. */
export const withCurrentIds = (text: string): string =>
  text.replace(/(?<![\w-])0(?=[0-9A-Z][0-9A-Za-z]{20}(?![\w-]))/g, "a")

/** The other way round: for texts that were signed, sealed or hashed, and must come out as they did before. */
export const withEarlierIds = (text: string): string =>
  text.replace(/(?<![\w-])a(?=[0-9A-Z][0-9A-Za-z]{20}(?![\w-]))/g, "0")
