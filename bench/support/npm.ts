/** Yardsticks of the npm registry, installed into folders of their own. */
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Installs packages into a folder. @returns the folder of their programs, which is in that of the packages */
export const npm = (root: string, ...packages: ReadonlyArray<string>): string => {
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, "package.json"), '{ "private": true, "type": "module" }')
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packages], { cwd: root, stdio: "ignore" })
  return join(root, "node_modules", ".bin")
}
