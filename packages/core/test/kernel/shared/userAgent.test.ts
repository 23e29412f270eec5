import { expect, it } from "vitest"
import { readUserAgent } from "../../../src/kernel/shared/userAgent.ts"

const mozilla = "Mozilla/5.0"
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"

const cases: ReadonlyArray<readonly [string, string, string]> = [
  [
    "Chrome on Windows",
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    "chrome desktop windows "
  ],
  [
    "Edge on Windows",
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "edge desktop windows "
  ],
  [
    "Opera on Linux",
    `${mozilla} (X11; Linux x86_64) ${webkit} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`,
    "opera desktop linux "
  ],
  [
    "Firefox on macOS",
    `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0`,
    "firefox desktop macos "
  ],
  [
    "Safari on macOS",
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    "safari desktop macos "
  ],
  [
    "Safari on an iPhone",
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
    "safari mobile ios "
  ],
  [
    "Chrome on an iPhone",
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    "chrome mobile ios "
  ],
  [
    "an iPad",
    `${mozilla} (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1`,
    "safari tablet ios "
  ],
  [
    "an Android phone",
    `${mozilla} (Linux; Android 14; Pixel 8) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "chrome mobile android "
  ],
  [
    "an Android tablet",
    `${mozilla} (Linux; Android 14; SM-X200) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    "chrome tablet android "
  ],
  ["Internet Explorer", `${mozilla} (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko`, "ie desktop windows "],
  [
    "a search engine",
    `${mozilla} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    "unknown unknown unknown googlebot"
  ],
  [
    "an assistant",
    `${mozilla} ${webkit} (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`,
    "unknown unknown unknown anthropic"
  ],
  [
    "another assistant",
    `${mozilla} ${webkit}; compatible; GPTBot/1.2; +https://openai.com/gptbot`,
    "unknown unknown unknown chatgpt"
  ],
  ["a script", "curl/8.5.0", "unknown unknown unknown unknown"],
  ["nothing", "", "unknown unknown unknown "]
]

it.each(cases)("%s", (_, text, expected) => {
  const { bot, browser, device, os } = readUserAgent(text)
  expect(`${browser} ${device} ${os} ${bot}`).toBe(expected)
})
