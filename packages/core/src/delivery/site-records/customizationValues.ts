/** Values in a site's looks that reach its pages: colours and addresses. */
import { Schema } from "effect"
import { Text } from "../../kernel/shared/text.ts"

/** `#abc` or `#aabbcc`. */
export const Color = Schema.String.check(
  Schema.isPattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/u, { expected: "a colour like #2f46b5" })
)

/** No white space, control character or backslash: browsers drop or turn them before they read an address. */
const plain = "[^\\s\\\\\\p{Cc}]"
const path = `/(?![/\\\\])${plain}*`
// JSON schemas have patterns, and no flags for them
const web = `[hH][tT][tT][pP][sS]?://${plain}+`
const linkPattern = new RegExp(`^(?:${web}|[mM][aA][iI][lL][tT][oO]:${plain}+|${path})$`, "u")

/** Where a link may lead: http, https, mailto, or a path on the site's host. */
export const isLinkAddress = (url: string): boolean => url.length <= 2048 && linkPattern.test(url)

export const linkAddressRule = "an http, https or mailto address, or a path like /about"

export const LinkAddress = Text(0, 2048).check(Schema.isPattern(linkPattern, { expected: linkAddressRule }))

/** Where an image may lie: the `downloadURL` of a file, another http(s) address, or a path on the site's host. */
export const ImageAddress = Text(0, 2048).check(
  Schema.isPattern(new RegExp(`^(?:${web}|${path})$`, "u"), {
    expected: "the downloadURL of a file, another http or https address, or a path like /logo.png"
  })
)

/** One for light grounds and one for dark. */
export const pairOf = <S extends Schema.Top>(schema: S) => Schema.Struct({ light: schema, dark: schema })

export const Images = pairOf(ImageAddress)

/** What stands for a site in tabs, bookmarks and lists: an image, an emoji, or nothing of its own. */
export const Favicon = Schema.Struct({
  icon: Schema.optionalKey(Images),
  emoji: Schema.optionalKey(Text(1, 50))
}).check(
  Schema.makeFilter(({ emoji, icon }) => emoji === undefined || icon === undefined || "must be an icon or an emoji", {
    toJsonSchema: () => ({ maxProperties: 1 })
  })
)
export type Favicon = typeof Favicon.Type
