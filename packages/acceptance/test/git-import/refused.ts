import { describe, expect, it } from "vitest"
import { followImport, main } from "../../src/imports.ts"
import { startWorld } from "../../src/world.ts"
import type { Imports } from "./given.ts"

export const refused = (given: Imports): void => {
  describe("is refused before anything is stored", () => {
    const long = (length: number) => "a".repeat(length)
    const wrong: Readonly<Record<string, ReadonlyArray<unknown>>> = {
      url: [
        undefined,
        null,
        7,
        {},
        "",
        "docs",
        "example.com/docs.git",
        "ftp://example.com/docs.git",
        "ssh://git@example.com/docs.git",
        "ssh://-oProxyCommand=touch%20/tmp/x/docs",
        "git@example.com:docs.git",
        "git://example.com/docs.git",
        "file:///etc",
        "/etc",
        "../docs",
        "ext::sh -c touch% /tmp/x",
        "--upload-pack=touch /tmp/x",
        "https://",
        "http://[::1",
        "https://example.com:99999/docs",
        "https://exa mple.com/docs",
        "https://example.com/do cs",
        "https://example.com/docs\n",
        "https://example.com/docs\u0000",
        "https://example.com\\docs",
        "https://example.com/docs?x=1",
        "https://example.com/docs#main",
        `https://example.com/${long(2048)}`
      ],
      ref: [
        undefined,
        null,
        7,
        "",
        "main",
        "HEAD",
        "refs/heads/",
        "refs/heads/HEAD",
        "refs/tags/v1",
        "refs/heads",
        "--upload-pack=x",
        "refs/heads/-x",
        "refs/heads/a..b",
        "refs/heads/a b",
        "refs/heads/a~1",
        "refs/heads/a^",
        "refs/heads/a:b",
        "refs/heads/a?b",
        "refs/heads/a*",
        "refs/heads/a[b",
        "refs/heads/a\\b",
        "refs/heads/@{u}",
        "refs/heads/.x",
        "refs/heads/x.lock",
        "refs/heads/a//b",
        "refs/heads/x.",
        "refs/heads/x\u0007",
        `refs/heads/${long(600)}`
      ],
      repoProjectDirectory: [
        null,
        7,
        "..",
        "../docs",
        "docs/../..",
        "docs/../../etc",
        "/etc",
        ".git",
        ".GIT",
        "docs/.git/hooks",
        "docs\\..",
        "a\u0000b",
        long(1025)
      ],
      repoTreeURL: [null, 7, "example.com", "javascript:alert(1)//", "ftp://x", `https://x/${long(2048)}`],
      repoCommitURL: [null, 7, "example.com", "data:text/html,x", `https://x/${long(2048)}`],
      timestamp: [null, 7, "", "yesterday", "2026-13-40T00:00:00Z", "1700000000", "12:00"],
      force: [null, "yes", 1],
      standalone: [null, "true", 0],
      gitInfo: [
        null,
        "github",
        { url: "github" },
        { provider: "bitbucket", url: "https://x" },
        { provider: "github", url: "javascript:0" }
      ]
    }

    for (const [field, values] of Object.entries(wrong)) {
      it(`with a wrong ${field}`, async () => {
        const { api, sample, world } = given()
        const space = await world.space("Untouched")
        const before = (await api.get(`/v1/spaces/${space}`)).text
        for (const value of values) {
          const body = { url: sample.url, ref: main, [field]: value }
          const answer = await api.post(`/v1/spaces/${space}/git/import`, body)
          expect(answer.status, `${JSON.stringify(value)?.slice(0, 60)}`).toBe(400)
          expect(answer.body.error.message).toMatch(/\w{3}/)
          expect(answer.body.error.message.length).toBeLessThan(500)
        }
        expect((await api.get(`/v1/spaces/${space}/git/operations`)).body).toEqual({ count: 0, items: [] })
        expect((await api.get(`/v1/spaces/${space}`)).text).toBe(before)
      })
    }

    it("where private networks may not be reached, when it tries to", async () => {
      const { sample, store } = given()
      const strict = await startWorld(store, { allowPrivateNetworks: false })
      try {
        const space = await strict.space()
        for (const url of [
          sample.url,
          sample.url.replace("127.0.0.1", "localhost"),
          sample.url.replace("127.0.0.1", "[::ffff:7f00:1]"),
          sample.url.replace("127.0.0.1", "2130706433"),
          sample.url.replace("127.0.0.1", "0x7f.1"),
          "http://169.254.169.254/latest/meta-data",
          "http://10.0.0.1/docs.git",
          "http://[fe80::1]/docs.git",
          "http://0.0.0.0/docs.git"
        ]) {
          const answer = await strict.api.post(`/v1/spaces/${space}/git/import`, { url, ref: main })
          if (answer.status === 400) continue
          expect(answer.status, url).toBe(204)
          const operation = await followImport(strict.api, space, answer.headers.get("location")!.split("/").at(-1)!)
          expect([operation.state, operation.error?.reason], url).toEqual(["failed", "Refused"])
          expect(operation.error!.message).toMatch(/private or reserved/)
        }
        expect((await strict.api.get(`/v1/spaces/${space}/git/info`)).status).toBe(404)
      } finally {
        await strict.stop()
      }
    })
  })
}
