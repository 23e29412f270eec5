import { gitFoldersSuite } from "@octavo/conformance/git-folders"
import { stores } from "./stores.ts"

for (const store of stores) gitFoldersSuite(store)
