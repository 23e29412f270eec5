import { fontAwesomeIcon, fontAwesomeNames } from "@octavo/render/fontAwesome"
import { describe, expect, it } from "vitest"
import { iconFileAt, iconPaths } from "../src/assets/iconFiles.ts"

const { brands, solid } = fontAwesomeNames()
/** Every free icon once, by the name of its set. */
const all = [...new Set([...solid, ...brands].map((name) => fontAwesomeIcon(name)!))]
  .filter((icon) => fontAwesomeIcon(icon.name) === icon)
  .map(({ name }) => name)

/** The drawing of an icon in the file that a path leads to. */
const drawnAt = (path: string): string | undefined => {
  const [file, name] = path.replace("/_octavo/", "").split("#")
  const { body } = iconFileAt(file!)!
  return new RegExp(`<path id="${name}" d="([^"]*)"/>`).exec(body as string)?.[1]
}

describe("Icons of a navigation", () => {
  it("are in files, every free one of them as it is drawn elsewhere", () => {
    expect(all.length).toBeGreaterThan(1_900)
    let files = 0
    for (let at = 0; at < all.length; at += 144) {
      const names = all.slice(at, at + 144)
      if (names.length < 8) continue
      const paths = iconPaths(names)
      expect([...paths.keys()]).toEqual(names)
      for (const [name, path] of paths) expect(drawnAt(path), name).toBe(fontAwesomeIcon(name)!.path)
      files += new Set(Array.from(paths.values(), (path) => path.split("#")[0])).size
    }
    expect(files).toBeGreaterThanOrEqual(all.length / 24)
  })

  it.each([
    [0, 0],
    [7, 0],
    [8, 1],
    [24, 1],
    [25, 2],
    [144, 6],
    [145, 0]
  ])("of %i are in %i files: few cost less in place, and of very many most are not shown", (count, files) => {
    const paths = iconPaths(all.slice(0, count))
    expect(new Set(Array.from(paths.values(), (path) => path.split("#")[0])).size).toBe(files)
  })

  it("are the same in each order and under each name, and none where nobody knows the name", () => {
    const names = all.slice(100, 120)
    const paths = iconPaths(names)
    expect(iconPaths(names.toReversed())).toEqual(paths)
    const others = iconPaths([...names.map((name) => `fa-solid fa-${name}`), "no-such-icon"])
    expect([...others.values()].sort()).toEqual([...paths.values()].sort())
  })

  it("are in one file of a name: whoever makes up another one is told of none", () => {
    const [path] = iconPaths(["house", "book", "gear", "star", "bolt", "user", "bell", "flag"]).values()
    const file = path!.replace("/_octavo/", "").split("#")[0]!
    expect(iconFileAt(file)).toMatchObject({ contentType: "image/svg+xml", path: `/_octavo/${file}` })
    const [, listed] = /\/(.*)\.svg$/.exec(file)!
    for (const wrong of [
      file.replace(/icons\..{4}/, "icons.0000"),
      file.replace(listed!, listed!.split("~").reverse().join("~")),
      file.replace(listed!, `${listed}~house`),
      file.replace("house", "home"),
      file.replace("house", "no-such-icon"),
      file.replace(listed!, ""),
      file.replace(listed!, all.slice(0, 200).join("~")),
      file.replace(".svg", ".png"),
      `${file}/x`,
      ""
    ])
      expect(iconFileAt(wrong), wrong).toBeUndefined()
  })
})
