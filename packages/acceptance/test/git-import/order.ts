import { setTimeout as sleep } from "node:timers/promises"
import { commitFiles } from "@octavo/git-cli/testing"
import { describe, expect, it } from "vitest"
import { followImport, importOk, main, requestImport, runImport } from "../../src/imports.ts"
import { countRevisions, dumpDirectory, dumpRows, dumpStore } from "../../src/inspect.ts"
import type { Imports } from "./given.ts"

export const order = (given: Imports): void => {
  it("keeps credentials to itself: not in answers, logs, the store or the cache", async () => {
    const { api, sample, server, world } = given()
    const password = "s3cret-pass/word+%F0"
    const username = "x-access-token"
    server.options = { auth: { username, password }, delayMs: 150 }
    const space = await world.space("Private")
    const url = sample.url.replace("//", `//${username}:${encodeURIComponent(password)}@`)
    const answers: Array<string> = []
    const secrets = [
      password,
      encodeURIComponent(password),
      encodeURIComponent(encodeURIComponent(password)),
      Buffer.from(password).toString("base64"),
      Buffer.from(`${username}:${password}`).toString("base64"),
      Buffer.from(`:${password}`).toString("base64").slice(2, -2)
    ]
    const clean = (text: string, where: string) => {
      for (const secret of secrets)
        expect(text.includes(secret), `${where} holds it as ${secret.slice(0, 4)}…`).toBe(false)
    }
    try {
      const id = await requestImport(api, space, { url, ref: main })
      // while it waits and runs it is sealed
      for (let done = false; !done; ) {
        clean(await dumpStore(world), "the store, while the import runs,")
        const { body, text } = await api.get(`/v1/spaces/${space}/git/operations/${id}`)
        answers.push(text)
        done = body.state === "completed" || body.state === "failed"
        await sleep(30)
      }
      expect(JSON.parse(answers.at(-1)!).state).toBe("completed")
      const wrong = sample.url.replace("//", `//${username}:${encodeURIComponent(`${password}x`)}@`)
      expect((await runImport(api, space, { url: wrong, ref: main })).state).toBe("failed")
      for (const path of ["", "/content", "/content/pages", "/git/info", "/git/operations"]) {
        answers.push((await api.get(`/v1/spaces/${space}${path}`)).text)
      }
      answers.push((await api.get(`/v1/orgs/${world.organization}/audit-events?limit=1000`)).text)
      answers.push((await api.get("/metrics")).text)
      clean(answers.join("\n"), "an answer")
      clean(world.logs.join("\n"), "the log")
      clean(await dumpStore(world), "the store")
      clean(dumpDirectory(world.database.directory, /\/repositories\/|octavo\.db/), "a file")
      // it is no longer needed, so it is gone, sealed or not
      expect(/v1\.[A-Za-z0-9+/=]{16}\.[A-Za-z0-9+/=]{20,}/.test(await dumpRows(world))).toBe(false)
      expect((await api.get(`/v1/spaces/${space}/git/info`)).body.url).toBe(sample.url)
    } finally {
      server.options = {}
    }
    expect(server.requests.some(({ authorization }) => authorization?.includes(secrets[4]!))).toBe(true)
  })

  describe("is put in the order of the events that asked for it", () => {
    const [past, later] = ["2024-01-01T00:00:00.000Z", "2024-06-01T00:00:00.000Z"]
    const story = async (name: string) => {
      const { api, one, repository, titles, world } = given()
      const { path, url } = await repository(name)
      await commitFiles(path, one("Old"), "Old", { branch: "old" })
      await commitFiles(path, one("New"), "New", { branch: "new" })
      const space = await world.space(name)
      const run = (branch: string, more: Record<string, unknown> = {}) =>
        importOk(api, space, { url, ref: `refs/heads/${branch}`, ...more })
      return { space, run, title: async () => (await titles(space))[0] }
    }

    it("reversed: the older one changes nothing", async () => {
      const { world } = given()
      const { run, space, title } = await story("reversed")
      await run("new", { timestamp: later })
      const before = await countRevisions(world, space)
      const operation = await run("old", { timestamp: past })
      expect(operation.counts).toBeUndefined()
      expect(await title()).toBe("New")
      expect(await countRevisions(world, space)).toBe(before)
    })

    it("equal: the one that was asked for last wins", async () => {
      const { run, title } = await story("equal")
      await run("old", { timestamp: later })
      await run("new", { timestamp: later })
      expect(await title()).toBe("New")
    })

    it("from a clock that is far ahead: it cannot shut out what comes after", async () => {
      const { run, title } = await story("ahead")
      await run("old", { timestamp: "2999-01-01T00:00:00Z" })
      await run("new")
      expect(await title()).toBe("New")
    })

    it("unless it is forced", async () => {
      const { run, title } = await story("forced")
      await run("new", { timestamp: later })
      await run("old", { timestamp: past, force: true })
      expect(await title()).toBe("Old")
    })

    it("in other time zones too", async () => {
      const { run, title } = await story("zones")
      await run("new", { timestamp: "2024-06-01T00:30:00+02:00" })
      await run("old", { timestamp: "2024-05-31T22:00:00Z" })
      expect(await title()).toBe("New")
    })
  })

  it("can stand alone: a revision that the space does not show", async () => {
    const { api, one, sample, titles, world } = given()
    const space = await world.space("Preview")
    await importOk(api, space, { url: sample.url, ref: main })
    const before = (await api.get(`/v1/spaces/${space}`)).body
    await commitFiles(sample.path, one("Proposal"), "Proposal", { branch: "proposal" })
    const operation = await importOk(api, space, { url: sample.url, ref: "refs/heads/proposal", standalone: true })
    expect(operation.revision).not.toBe(before.revision)
    expect((await api.get(`/v1/spaces/${space}`)).body).toEqual(before)
    expect(await titles(space)).toContain("Welcome")
    const { body } = await api.get(`/v1/spaces/${space}/revisions/${operation.revision}`)
    expect(body).toMatchObject({ id: operation.revision, git: { ref: "refs/heads/proposal", message: "Proposal" } })
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(["Proposal"])
    // what it is synchronized with stays as well
    expect((await api.get(`/v1/spaces/${space}/git/info`)).status).toBe(200)
  })

  it("shows where a commit and a file of the repository can be seen", async () => {
    const { api, content, one, repository, world } = given()
    const { path, url } = await repository("links")
    const commit = await commitFiles(
      path,
      {
        ...one("Home"),
        "README.md": "# Home\n\n[Notes](more/old%20notes.md), ![no](no.png)\n",
        "more/old notes.md": "# Not listed\n"
      },
      "Links"
    )
    const show = async (prefixes: Record<string, string>) => {
      const space = await world.space("Linked")
      await importOk(api, space, { url, ref: main, ...prefixes })
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body: site } = await api.post(sites, { title: "Linked", spaces: [space] })
      const { body: published } = await api.post(`${sites}/${site.id}/publish`)
      return { revision: await content(space), html: await (await fetch(published.urls.published)).text() }
    }
    for (const slash of ["", "/"]) {
      const { html, revision } = await show({
        repoTreeURL: `https://git.example.com/acme/blob/${commit}${slash}`,
        repoCommitURL: `https://git.example.com/acme/commit${slash}`
      })
      expect(revision.git).toMatchObject({ oid: commit, url: `https://git.example.com/acme/commit/${commit}` })
      expect(html).toContain(`href="https://git.example.com/acme/blob/${commit}/more/old%20notes.md"`)
      // no page loads from there
      expect(html).not.toMatch(/<img[^>]+git\.example\.com/)
    }
    const { html, revision } = await show({})
    expect(revision.git).not.toHaveProperty("url")
    expect(html).not.toContain("git.example.com")
    // without an address of the repository the file is one of the site
    expect(html).toMatch(/href="\/[^"]*old%20notes\.md/)
  })

  it("happens once when it is asked for many times at once", async () => {
    const { api, sample, world } = given()
    const space = await world.space("Crowd")
    const before = await countRevisions(world, space)
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => requestImport(api, space, { url: sample.url, ref: main }))
    )
    expect(new Set(ids).size).toBe(8)
    for (const id of ids) expect((await followImport(api, space, id)).state).toBe("completed")
    expect(await countRevisions(world, space)).toBe(before + 1)
    const { body } = await api.get(`/v1/spaces/${space}/git/operations?limit=3`)
    expect(body).toMatchObject({ count: 8, next: { page: expect.any(String) } })
  })

  it("ends with the newest when two branches are asked for at once", async () => {
    const { api, one, repository, titles, world } = given()
    const { path, url } = await repository("race")
    await commitFiles(path, one("Older"), "Older", { branch: "older" })
    await commitFiles(path, one("Newer"), "Newer", { branch: "newer" })
    const space = await world.space("Race")
    const older = { url, ref: "refs/heads/older", timestamp: "2024-01-01T00:00:00Z" }
    const newer = { url, ref: "refs/heads/newer", timestamp: "2024-01-01T00:00:01Z" }
    for (let round = 0; round < 3; round++) {
      const order = round % 2 === 0 ? [newer, older] : [older, newer]
      const ids = await Promise.all(order.map((body) => requestImport(api, space, body)))
      for (const id of ids) await followImport(api, space, id)
      expect(await titles(space)).toEqual(["Newer"])
    }
  })
}
