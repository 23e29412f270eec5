/** The files that people copy into their repositories: what they run, works as it is copied. */
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, globSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { program } from "@octavo/programs"
import { afterAll, beforeAll, expect, it } from "vitest"
import { cleanUp, temporaryDirectory, writeFiles } from "./support.ts"

const files = fileURLToPath(new URL("../../../docs/guides/ci/", import.meta.url))
const bin = temporaryDirectory()
afterAll(cleanUp)

/** Nobody's settings, and the program in place of the package that npx would get. */
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PATH: [bin, process.env["PATH"]].join(delimiter),
  HOME: bin,
  GIT_CONFIG_NOSYSTEM: "1",
  ...more
})

const run = (cwd: string, command: string, more: Readonly<Record<string, string>> = {}) =>
  spawnSync("sh", ["-c", command], { cwd, env: environment(more), encoding: "utf8" })

beforeAll(async () => {
  const words = [process.execPath, ...(await program("octavo"))].map((word) => `'${word}'`).join(" ")
  writeFiles(bin, { npx: `#!/bin/sh\n[ "$1 $2" = "--yes @octavo/cli" ] || exit 9\nshift 2\nexec ${words} "$@"\n` })
  chmodSync(join(bin, "npx"), 0o755)
})

/** A repository with docs that nothing is wrong with. */
const repository = (): string => {
  const root = temporaryDirectory()
  writeFiles(root, { "docs/README.md": "# Home\n", "other.txt": "x" })
  for (const args of [
    ["init", "--quiet"],
    ["config", "user.name", "Ada"],
    ["config", "user.email", "ada@a.example"]
  ])
    execFileSync("git", args, { cwd: root, env: environment() })
  return root
}

const commands = globSync("*.yml", { cwd: files })
  .sort()
  .flatMap((file) =>
    Array.from(readFileSync(join(files, file), "utf8").matchAll(/\bnpx .*/g), ([command]) => ({ file, command }))
  )

it("there are commands that check, and that publish, for GitHub and GitLab", () => {
  expect(commands.map(({ command, file }) => `${file} ${command.split(" ")[3]}`)).toEqual([
    "gitlab-ci.yml check",
    "gitlab-ci.yml build",
    "octavo-docs.yml check",
    "octavo-docs.yml build"
  ])
})

it.each(commands)("$file: $command", ({ command }) => {
  const root = repository()
  // what the runner puts in
  const filled = command.replace(/\$\{\{.*?\}\}/g, "https://acme.github.io/handbook")
  const more = { CI_PAGES_URL: "https://acme.gitlab.io/handbook" }
  expect(run(root, filled, more)).toMatchObject({ status: 0 })
  if (filled.includes(" build ")) expect(readFileSync(join(root, "public/sitemap.xml"), "utf8")).toContain("/handbook/")
  writeFiles(root, { "docs/README.md": "# Home\n\n[x](gone.md)\n" })
  if (filled.includes(" check ")) {
    expect(run(root, filled, more).status).toBe(1)
    const said = existsSync(join(root, "docs.xml")) ? readFileSync(join(root, "docs.xml"), "utf8") : ""
    expect(said + run(root, filled, more).stdout).toContain("docs/README.md")
  }
})

it("pre-commit.sh lets in what is as it should be, by what is committed and not by what lies in the folder", () => {
  const root = repository()
  const hook = join(root, ".git/hooks/pre-commit")
  cpSync(join(files, "pre-commit.sh"), hook)
  chmodSync(hook, 0o755)
  const commit = (before: string) => run(root, `${before} && git commit --quiet -m x`).status
  expect(commit("git add .")).toBe(0)
  const broken = { "docs/README.md": "# Home\n\n[x](gone.md)\n" }
  writeFiles(root, broken)
  expect(commit("git add docs")).toBe(1)
  // it was mended since, and not added
  writeFiles(root, { "docs/README.md": "# Home again\n" })
  expect(commit("true")).toBe(1)
  expect(commit("git add docs")).toBe(0)
  // what is broken, and not added, is nobody's business yet
  writeFiles(root, { ...broken, "other.txt": "y" })
  expect(commit("git add other.txt")).toBe(0)
  expect(commit("git checkout --quiet docs && git rm -r --quiet docs")).toBe(0)
})
