import { describe, expect, it } from "vitest"
import { noCredentials, parseCookies, readCredentials } from "../../../src/delivery/visitors/credentials.ts"

describe("cookies", () => {
  it.each([
    ["", []],
    ["a=1", [["a", "1"]]],
    [
      "a=1; b=2;c=3 ;  d = 4",
      [
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
        ["d", "4"]
      ]
    ],
    [
      'a="quoted"; b=x=y',
      [
        ["a", "quoted"],
        ["b", "x=y"]
      ]
    ],
    [
      "a=%7B%22x%22%3A1%7D; b=%zz",
      [
        ["a", '{"x":1}'],
        ["b", "%zz"]
      ]
    ],
    [
      "a=1; a=2",
      [
        ["a", "1"],
        ["a", "2"]
      ]
    ],
    ["novalue; =x; ;", []]
  ])("%j", (header, expected) => {
    expect(parseCookies(header)).toEqual(expected)
  })
})

describe("credentials", () => {
  it("are none without a query and cookies", () => {
    expect(readCredentials({})).toBe(noCredentials)
    expect(readCredentials({ query: "", cookie: "" })).toBe(noCredentials)
    expect(readCredentials({ query: "a=1", cookie: "b=2" })).toEqual(noCredentials)
  })

  it("come from the query and from cookies, told apart", () => {
    const cookie =
      "octavo-share=k2; octavo-visitor=t2; gitbook-visitor-token=t3; gitbook-visitor-public=%7B%22a%22%3A1%7D"
    expect(readCredentials({ query: "shareKey=k1&jwt_token=t1&visitor.b=2", cookie })).toEqual({
      shareKey: "k1",
      keptShareKey: "k2",
      jwt: "t1",
      keptJwts: ["t2", "t3"],
      unsigned: { a: 1, b: 2 },
      unsignedIsNew: true
    })
    expect(readCredentials({ cookie })).toMatchObject({ shareKey: undefined, jwt: undefined, unsignedIsNew: false })
  })

  it("12: a parameter that is there twice says nothing", () => {
    expect(readCredentials({ query: "shareKey=a&shareKey=b&jwt_token=c&jwt_token=c" })).toMatchObject({
      shareKey: undefined,
      jwt: undefined
    })
  })
})
