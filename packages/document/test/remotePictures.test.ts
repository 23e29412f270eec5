/** Which pictures of other hosts a text shows, and which are there to count readers. */
import { describe, expect, it } from "vitest"
import { isTrackingPixel, parsePage, remotePicturesIn, remotePictureUrl } from "../src/index.ts"

const far = "https://far.test"
const shown = (markdown: string) => remotePicturesIn(parsePage(markdown).root).map((url) => url.replace(far, ""))

describe("the address of a picture of another host", () => {
  it.each([
    [" https://far.test/a b.png#x ", "https://far.test/a%20b.png"],
    ["HTTP://Far.test", "http://far.test/"],
    ["https://far.test/a?b=1&c", "https://far.test/a?b=1&c"],
    ["https://user:word@far.test/a.png", undefined],
    ["https://", undefined],
    ["https:a.png", undefined],
    ["//far.test/a.png", undefined],
    ["a.png", undefined],
    ["data:image/png;base64,AA==", undefined],
    ["javascript:alert(1)", undefined],
    [`https://far.test/${"a".repeat(2_000)}`, undefined]
  ])("%j is %j", (src, url) => expect(remotePictureUrl(src)).toBe(url))
})

describe("pictures of other hosts that a text shows", () => {
  it.each([
    ["in a line", `![](${far}/a.png) ![](b.png) [link](${far}/c.png)`, ["/a.png"]],
    ["in a link", `[![](${far}/a.svg)](https://elsewhere.test)`, ["/a.svg"]],
    ["named once, in order", `![](${far}/b) ![](${far}/a) ![](${far}/b#x)`, ["/b", "/a"]],
    ["as HTML", `<div><img src="${far}/a.png" width="40"></div>`, ["/a.png"]],
    [
      "as a pair",
      `<picture><source srcset="${far}/dark.png" media="(prefers-color-scheme: dark)"><img src="${far}/light.png" alt=""></picture>`,
      ["/light.png", "/dark.png"]
    ],
    ["in a figure", `<figure><img src="${far}/a.png" alt=""><figcaption></figcaption></figure>`, ["/a.png"]],
    ["in what is folded", `<details>\n\n<summary>More</summary>\n\n![](${far}/b)\n\n</details>`, ["/b"]],
    [
      "in cells of files, told by their names",
      `<table data-view="cards"><thead><tr><th></th><th data-type="files"></th></tr></thead><tbody><tr><td>T</td><td><a href="${far}/a.PNG?raw">a</a> <a href="${far}/b.pdf">b</a></td></tr></tbody></table>`,
      ["/a.PNG?raw"]
    ],
    ["in code: none", `\`![](${far}/a.png)\`\n\n\`\`\`\n![](${far}/b.png)\n\`\`\``, []],
    ["as embeds: none", `{% embed url="${far}/a.png" %}`, []]
  ])("%s", (_name, markdown, urls) => expect(shown(markdown)).toEqual(urls))

  it("are without those that count readers", () => {
    expect(shown(`<img src="${far}/p" width="1" height="1"> ![](${far}/pixel.gif) ![](${far}/a.png)`)).toEqual([
      "/a.png"
    ])
  })
})

describe("a picture that is there to count readers", () => {
  it.each([
    [{ src: `${far}/p`, width: "1", height: "1" }, true],
    [{ src: `${far}/p`, width: "0px" }, true],
    [{ src: `${far}/p`, height: " 1px " }, true],
    [{ src: `${far}/p`, width: "1.0", height: "0" }, true],
    [{ src: `${far}/line.png`, width: "600", height: "1" }, false],
    [{ src: `${far}/p`, width: "1%" }, false],
    [{ src: `${far}/p`, width: "10" }, false],
    [{ src: `${far}/p`, width: "" }, false],
    // one of our own is nobody's to count with
    [{ src: "a.png", width: "1", height: "1" }, false],
    [{ src: `${far}/tracking-pixel.gif?id=1` }, true],
    [{ src: `${far}/1x1.png` }, true],
    [{ src: `${far}/beacon.gif` }, true],
    [{ src: "https://www.facebook.com/tr?id=1&ev=PageView&noscript=1" }, true],
    [{ src: "https://www.facebook.com/trees.png" }, false],
    [{ src: "https://ssl.google-analytics.com/collect?v=1" }, true],
    [{ src: `${far}/pixel-art.png` }, false],
    [{ src: `${far}/pixel.gif/photo.png` }, false]
  ])("%j: %s", (picture, is) => expect(isTrackingPixel(picture)).toBe(is))
})
