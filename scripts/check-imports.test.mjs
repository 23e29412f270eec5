import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { checkImports, importsOf, problemOf } from "./check-imports.mjs"

it.each([
  ["packages/core/src/delivery/sites/Sites.ts", "effect/sql", "packages/core must not import effect/sql"],
  ["packages/core/src/delivery/sites/Sites.ts", "node:fs", "packages/core must not import node:*"],
  ["packages/core/src/delivery/sites/Sites.ts", "@octavo/http", "packages/core may import document; not http"],
  [
    "packages/core/src/people/users/Users.ts",
    "../../content/spaces/Spaces.ts",
    "people/users stands below content/spaces: imports go down"
  ],
  [
    "packages/core/src/people/users/Users.ts",
    "../../services.ts",
    "an area imports nothing of what puts the areas together"
  ],
  [
    "packages/core/src/cellar/wine/Wine.ts",
    "../../people/users/Users.ts",
    "the floor cellar has no place in scripts/check-imports.mjs"
  ],
  [
    "packages/core/src/people/members/Members.ts",
    "../users/area.ts",
    "the face of an area is for the list of its floor"
  ],
  ["packages/core/src/people/areas.ts", "./users/area.ts", undefined],
  ["packages/core/src/people/areas.ts", "../content/spaces/area.ts", "a floor lists its own areas"],
  ["packages/core/src/services.ts", "./people/users/Users.ts", undefined],
  [
    "packages/core/src/delivery/sites/Sites.ts",
    "../../../../api/src/sites.ts",
    "a relative import must not leave its package"
  ],
  ["packages/document/src/ast.ts", "effect/http/HttpRouter", "packages/document must not import effect/http"],
  [
    "packages/document/src/ast.ts",
    "@octavo/core/kernel/shared/ids",
    "packages/document may import no other package; not core"
  ],
  ["packages/storage-sql/src/users.ts", "node:crypto", "packages/storage-sql must not import node:*"],
  ["packages/pdf/src/book.ts", "@octavo/site/view", "packages/pdf may import core, document, render; not site"],
  ["packages/render/src/text.ts", "@octavo/site/html/html", "packages/render may import core, document; not site"],
  ["packages/render/src/text.ts", "@octavo/pdf/book", "packages/render may import core, document; not pdf"],
  ["packages/site/src/body/text.ts", "@octavo/render/text", undefined],
  ["packages/git-cli/src/local.ts", "@octavo/git-cli/testing", undefined],
  ["packages/http/src/app.ts", "@octavo/conformance", "only tests may import this"],
  ["packages/acceptance/src/stores.ts", "@octavo/storage-postgres/testing", undefined],
  ["apps/web/src/browser/client.ts", "@octavo/client", undefined],
  ["apps/web/src/browser/client.ts", "@octavo/core", "apps/web may import client, document, editor, render; not core"],
  ["apps/web/src/logic/tree.ts", "node:fs", "apps/web must not import node:*"],
  ["apps/web/src/logic/tree.ts", "effect/Effect", "apps/web must not import effect/*"],
  ["apps/web/src/build/build.ts", "node:fs", undefined],
  ["packages/runtime/src/layer.ts", "@octavo/web", "nothing imports an app"],
  ["apps/cli/src/main.ts", "@octavo/engine", "nothing imports an app"],
  ["apps/cli/test/main.test.ts", "@octavo/server", "nothing imports an app"],
  ["packages/core/src/delivery/sites/Sites.ts", "effect/Effect", undefined],
  ["packages/core/src/delivery/sites/Sites.ts", "../../people/users/Users.ts", undefined],
  ["packages/core/src/people/members/Members.ts", "../users/UserStore.ts", undefined],
  ["packages/http/src/app.ts", "effect/http", 'a module, and not all of them: "effect/http/NAME"'],
  ["packages/http/src/app.ts", "effect/http/HttpRouter", undefined],
  ["packages/storage-postgres/test/client.test.ts", "../../storage-sql/test/client-suite.ts", undefined],
  ["apps/cli/src/main.ts", "@octavo/runtime/config", undefined]
])("%s importing %s", (file, specifier, problem) => {
  expect(problemOf(file, specifier)).toBe(problem)
})

it("finds every form of import, with its line, and none in comments", () => {
  const text = [
    'import "a"',
    'import type { B } from "b"',
    "import {",
    "  c",
    '} from "c"',
    'export * from "d"',
    'const e = await import("e")',
    '/** import "f" */',
    '// import "g"'
  ].join("\n")
  expect(importsOf(text)).toEqual([
    { specifier: "a", line: 1, isType: false },
    { specifier: "b", line: 2, isType: true },
    { specifier: "c", line: 5, isType: false },
    { specifier: "d", line: 6, isType: false },
    { specifier: "e", line: 7, isType: false }
  ])
})

it("names the file and line of what is forbidden", () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-imports-"))
  const file = join(root, "packages/site/src/page.ts")
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '/** A page. */\nimport { readFileSync } from "node:fs"\n')
  expect(checkImports(root).problems).toEqual([
    {
      file: "packages/site/src/page.ts",
      line: 2,
      specifier: "node:fs",
      problem: "packages/site must not import node:*"
    }
  ])
  rmSync(root, { recursive: true })
})

it("finds areas of a floor that import each other, by whatever way, and lets types pass", () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-imports-"))
  const write = (path, text) => {
    const file = join(root, "packages/core/src", path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  write("people/a/A.ts", 'import { B } from "../b/B.ts"\n')
  write("people/b/B.ts", 'import { C } from "../c/C.ts"\n')
  write("people/c/C.ts", 'import type { A } from "../a/A.ts"\n')
  expect(checkImports(root).problems).toEqual([])
  write("people/c/C.ts", 'import { A } from "../a/A.ts"\n')
  expect(checkImports(root).problems.map(({ file, problem }) => `${file}: ${problem}`)).toEqual([
    "packages/core/src/people/a/A.ts: areas import each other in a circle: people/a, people/b, people/c, people/a",
    "packages/core/src/people/b/B.ts: areas import each other in a circle: people/b, people/c, people/a, people/b",
    "packages/core/src/people/c/C.ts: areas import each other in a circle: people/c, people/a, people/b, people/c"
  ])
  rmSync(root, { recursive: true })
})

it("knows a value among types", () => {
  const isType = (text) => importsOf(text)[0].isType
  expect(isType('import { type A, type B } from "a"')).toBe(true)
  expect(isType('import {\n  type A,\n  type B\n} from "a"')).toBe(true)
  expect(isType('import { type A, b } from "a"')).toBe(false)
  expect(isType('import { typeOf } from "a"')).toBe(false)
  expect(isType('export type { A } from "a"')).toBe(true)
})
