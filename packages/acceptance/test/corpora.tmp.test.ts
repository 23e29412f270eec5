import { expect, it } from "vitest"
import { onBothStores } from "../src/stores.ts"
import { startWorld } from "../src/world.ts"
import { startGitServer } from "@octavo/git-cli/testing"
import { corpora, readCorpus, commitCorpus, listedPages, sourceReferences, resolvePath, withIncludes } from "../src/corpora.ts"
import { importOk, main } from "../src/imports.ts"
import { visitSite, landing, textOf, hasClass, elementsOf } from "../src/browser.ts"
import { join } from "node:path"
onBothStores("probe", (store) => {
  if (store.name === "Postgres") return
  for (const named of corpora) it(named.name, async () => {
    const world = await startWorld(store)
    const corpus = readCorpus(named)
    const repo = join(world.database.directory, "repos", `${named.name}.git`)
    await commitCorpus(corpus, repo)
    const git = await startGitServer(join(world.database.directory, "repos"))
    let n = 0
    const ids: string[] = []
    for (const s of named.spaces) {
      const id = await world.space(s.title)
      ids.push(id)
      const t = performance.now()
      const op = await importOk(world.api, id, { url: `${git.url}/${named.name}.git`, ref: main, repoProjectDirectory: s.directory, repoTreeURL: "https://github.com/x/y/blob/abc" })
      const listed = listedPages(corpus.files.get(join(s.directory, "SUMMARY.md"))!.toString())
      n += listed.length
      console.log(s.title, op.counts!.pages, op.counts!.files, op.counts!.reusableContents, listed.length, new Set(listed.map(l=>l.file)).size, op.counts!.warnings.length, Math.round(performance.now()-t), JSON.stringify(op.counts!.warnings.slice(0,8)))
    }
    console.log(n, named.listed)
    const site = (await world.api.post(`/v1/orgs/${world.organization}/sites`, { title: named.name, spaces: ids })).body
    const pub = (await world.api.post(`/v1/orgs/${world.organization}/sites/${site.id}/publish`)).body
    const t = performance.now()
    const visit = await visitSite(pub.urls.published)
    console.log(pub.urls.published, visit.pages.size, visit.resources.size, visit.redirects.size, "outside", visit.outside.size, Math.round(performance.now()-t))
    console.log([...visit.outside].filter(([u])=>!u.includes("github.com/x/y")).map(x=>x.join("  by ")).join("\n"))
    console.log("bad pages", [...visit.pages.values()].filter(p => p.status !== 200).map(p => [p.url, p.status]).slice(0, 20))
    console.log("bad res", [...visit.resources].filter(([,p]) => p.status !== 200).map(([u, p]) => [u, p.status]).slice(0, 20))
    let badAnchors: any[] = []
    for (const p of visit.pages.values()) for (const l of p.links) { const h = new URL(l).hash.slice(1); if (!l.startsWith(pub.urls.published) || !h) continue; const t: any = landing(visit, l); if (t?.ids && !t.ids.has(decodeURIComponent(h))) badAnchors.push([p.url.slice(40), l.slice(40)]) }
    console.log("bad anchors", badAnchors.length, badAnchors.map(x=>x.join("  ->  ")).join("\n"))
    await git.close(); await world.stop()
  })
})
