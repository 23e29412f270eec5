import { expect, it } from "vitest"
import { browserLabel } from "../../../src/people/sign-in/browser.ts"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"

it.each([
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on macOS"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge on Windows"
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  ["Mozilla/5.0 (X11; Linux x86_64) Something/1.0", "A browser on Linux"],
  ["Firefox/143.0", "Firefox"],
  ["curl/8.5.0", null],
  ["<script>alert(1)</script>", null],
  ["", null],
  // no more of it is looked at, however long it is
  [`${"x".repeat(2000)} Firefox/143.0`, null],
  [`Firefox/143.0 (X11; Linux) ${"version/".repeat(100_000)}`, "Firefox on Linux"]
])("%.80s", (text, label) => {
  expect(browserLabel(text)).toBe(label)
})
