/** What `octavo.yaml` may say, and what is told of what it may not: where it stands, and what to change. */
import { expect, it } from "vitest"
import { Folders } from "../src/neighbours.ts"
import { projectSchema, readProject } from "../src/project.ts"

it.each([undefined, "", "# nothing\n", "{}"])("may be left out, and empty: %j", (text) => {
  expect(readProject(text)).toMatchObject({ project: {}, faults: [] })
})

const wrong: ReadonlyArray<readonly [text: string, ...faults: ReadonlyArray<string>]> = [
  ["titel: Docs", "1:1 titel is no setting"],
  ["title: 3", "1:8 title must be a string"],
  ["title: [", "1:9 Flow sequence in block collection must be sufficiently indented and end with a ]"],
  ["title: One\ntitle: Two", "2:1 Map keys must be unique"],
  ["- a", "1:1 It must be an object"],
  ["sections: []", "1:11 sections Expected a value with a length of at least 1"],
  ["sections:\n  - title: Guides", "2:5 sections.0 must have a folder or variants"],
  ["sections:\n  - folder: a\n    variants: [{ folder: b }]", "2:5 sections.0 must have a folder or variants"],
  [
    "sections: [{ folder: a }]\nvariants: [{ folder: b }]",
    "1:1 It has sections and variants: variants belong into a section"
  ],
  ...["../up", "/etc", "a/../..", "a//b"].map(
    (folder) =>
      [
        `variants:\n  - folder: ${folder}`,
        "2:13 variants.0.folder must be a folder below this file, like guides"
      ] as const
  ),
  [
    "variants:\n  - folder: a\n    path: a/b",
    "3:11 variants.0.path Expected one path segment of letters, digits, hyphens, dots and underscores"
  ],
  [
    "sections:\n  - { folder: a, path: x }\n  - { folder: b, path: x }",
    "3:24 sections.1.path is the path of sections.0 already: give one of them another"
  ],
  [
    "sections:\n  - variants: [{ folder: a }, { folder: b, path: x }]\n  - { folder: c, path: x }",
    "2:50 sections.0.variants.1.path is the path of sections.1 already: give one of them another"
  ],
  [
    "variants:\n  - { folder: a, path: x }\n  - { folder: b, path: x }",
    "3:24 variants.1.path is the path of variants.0 already: give one of them another"
  ],
  ["look:\n  styling:\n    theme: nice", "3:12 look.styling.theme must be one of clean, muted, bold, gradient"],
  ["look:\n  stiling: {}", "2:3 look.stiling is no setting"],
  ["redirects:\n  /a b: /c", "2:3 /a b may hold letters, digits, -, ., _ and ~; all else as percent-encoded bytes"],
  ["redirects:\n  a/*: /c", "2:3 a/* must begin with a slash"],
  ["redirects:\n  /*: /c", "2:3 /* must begin with a slash"],
  ["redirects:\n  /a: /b\n  /%61/*: /c", "3:3 /%61/* is the same path as /a"],
  ["redirects:\n  /a: https://me:secret@acme.example/", "2:7 redirects./a must not hold a user name or password"],
  ["redirects:\n  /a: /b c", "2:7 redirects./a must not hold spaces, backslashes or control characters"],
  ["redirects:\n  /a: b", "2:7 redirects./a must be a path like /new, or an http(s) address"],
  ["redirects:\n  /a: javascript:alert(1)", "2:7 redirects./a must be a path like /new, or an http(s) address"]
]

it.each(wrong)("%j is told with its place", (text, ...faults) => {
  const read = readProject(text)
  expect(read.faults.map(({ column, line, message }) => `${line}:${column} ${message}`)).toEqual(faults)
  // nothing of it is half taken
  expect(read.project).toEqual({})
})

it.each([
  "sections:\n  - { path: x, variants: [{ folder: a }, { folder: b, path: x }] }\n  - { folder: c, path: y }",
  "sections:\n  - { folder: a }\n  - { path: y, variants: [{ folder: b }, { folder: c, path: y }] }"
])("%j has each path once", (text) => {
  expect(readProject(text).faults).toEqual([])
})

it("says where something stands, for what it leads to", () => {
  const { faults, placeOf } = readProject("sections:\n  - title: Docs\n    folder: gone\nredirects: { /a: /b }\n")
  expect(faults).toEqual([])
  expect(placeOf(["sections", 0, "folder"])).toEqual({ line: 3, column: 13 })
  expect(placeOf(["redirects", "/a"])).toEqual({ line: 4, column: 18 })
  expect(placeOf(["redirects", "/a"], true)).toEqual({ line: 4, column: 14 })
  // what is not there stands where it would be
  expect(placeOf(["sections", 7, "folder"])).toEqual({ line: 2, column: 3 })
})

it("has a schema for editors that knows every key, and no other", () => {
  const { properties, additionalProperties } = projectSchema() as unknown as {
    readonly properties: Readonly<Record<string, unknown>>
    readonly additionalProperties: boolean
  }
  expect(Object.keys(properties)).toEqual([
    "title",
    "language",
    "sections",
    "variants",
    "look",
    "authors",
    "check",
    "redirects"
  ])
  expect(additionalProperties).toBe(false)
})

it("leads from one folder into another, the nearest around a file", () => {
  const folders = new Folders()
  for (const folder of ["guides", "api", "api/v1"]) folders.add(folder, folder)
  const leads: ReadonlyArray<readonly [from: string, path: string, to: string | undefined]> = [
    ["guides", "../api/auth.md", "api auth.md"],
    ["guides", "../api/v1/auth.md", "api/v1 auth.md"],
    ["guides", "../api/", "api README.md"],
    ["guides", "../api", undefined],
    ["api/v1", "../auth.md", "api auth.md"],
    ["api/v1", "../../guides/deep/one.md", "guides deep/one.md"],
    ["guides", "../../outside.md", undefined],
    ["guides", "../elsewhere/one.md", undefined],
    ["guides", "../guides/own.md", undefined],
    ["nowhere", "../api/auth.md", undefined]
  ]
  for (const [from, path, to] of leads) {
    const found = folders.find(from, path)
    expect(found && `${found.spaceId} ${found.path}`, `${from} ${path}`).toBe(to)
  }
})
