import { describe, expect, it } from "vitest"
import { base64Bytes, fromBase64, settleContentType } from "../../../../src/content/revisions/changes/media.ts"

describe("the type of a file", () => {
  it.each([
    ["image/png", "image/png", "image/png"],
    ["IMAGE/PNG; q=1", "image/png", "image/png"],
    ["image/jpg", "image/jpeg", "image/jpeg"],
    ["image/png", "image/jpeg", undefined],
    ["image/png", "text/html", undefined],
    ["image/png", "application/octet-stream", undefined],
    ["text/plain", "image/png", undefined],
    ["application/pdf", "text/plain", undefined],
    ["text/markdown", "text/plain", "text/markdown"],
    ["application/json", "text/plain", "application/json"],
    ["text/html", "text/plain", "text/plain"],
    ["text/html", "text/html", "text/html"],
    ["text/plain", "text/html", "text/html"],
    ["image/svg+xml", "image/svg+xml", "image/svg+xml"],
    ["image/svg+xml", "text/plain", undefined],
    ["text/plain", "image/svg+xml", "image/svg+xml"],
    ["application/x-own", "application/octet-stream", "application/x-own"],
    ["application/javascript", "application/octet-stream", "application/octet-stream"],
    ["application/x-own", "application/zip", "application/zip"],
    ["video/mp4", "audio/mp4", "audio/mp4"],
    ["nonsense", "image/png", undefined],
    ["a/b\r\nx: y", "text/plain", undefined]
  ])("%s over %s is %s", (declared, sniffed, settled) => expect(settleContentType(declared, sniffed)).toBe(settled))
})

describe("base64", () => {
  it.each([
    ["aGVsbG8=", "hello"],
    ["aGVsbG8", "hello"],
    ["aGVs\nbG8=", "hello"],
    ["_-8", "\u00ff\u00ef"],
    ["", ""],
    ["a", undefined],
    ["aGVs*G8=", undefined],
    ["data:image/png;base64,aGVs", undefined]
  ])("%j", (text, bytes) => {
    const decoded = fromBase64(text)
    expect(decoded === undefined ? undefined : String.fromCharCode(...decoded)).toBe(bytes)
  })
  it("is measured before it is decoded", () => expect(base64Bytes("aGVsbG8")).toBe(5))
})
