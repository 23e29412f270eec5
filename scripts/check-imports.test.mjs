import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { checkImports, importsOf, problemOf } from "./check-imports.mjs"

it.each([
  ["packages/core/src/sites/Sites.ts", "effect/sql", "packages/core must not import effect/sql"],
  ["packages/core/src/sites/Sites.ts", "node:fs", "packages/core must not import node:*"],
  ["packages/core/src/sites/Sites.ts", "@octavo/http", "packages/core may import document; not http"],
  [
    "packages/core/src/sites/Sites.ts",
    "../users/UserStore.ts",
    "the area sites uses the area users through its service, not its store"
  ],
  ["packages/core/src/sites/Sites.ts", "../../../api/src/sites.ts", "a relative import must not leave its package"],
  ["packages/document/src/ast.ts", "effect/http/HttpRouter", "packages/document must not import effect/http"],
  [
    "packages/document/src/ast.ts",
    "@octavo/core/shared/ids",
    "packages/document may import no other package; not core"
  ],
  ["packages/storage-sql/src/users.ts", "node:crypto", "packages/storage-sql must not import node:*"],
  ["packages/git-cli/src/local.ts", "@octavo/git-cli/testing", undefined],
  ["packages/http/src/app.ts", "@octavo/conformance", "only tests may import this"],
  ["packages/acceptance/src/stores.ts", "@octavo/storage-postgres/testing", undefined],
  ["apps/cli/src/main.ts", "@octavo/engine", "nothing imports an app"],
  ["apps/cli/test/main.test.ts", "@octavo/server", "nothing imports an app"],
  ["packages/core/src/sites/Sites.ts", "effect/Effect", undefined],
  ["packages/core/src/sites/Sites.ts", "../users/Users.ts", undefined],
  ["packages/core/src/organizations/Organizations.ts", "../members/MemberStore.ts", undefined],
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
    { specifier: "a", line: 1 },
    { specifier: "b", line: 2 },
    { specifier: "c", line: 5 },
    { specifier: "d", line: 6 },
    { specifier: "e", line: 7 }
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
