/**
 * What single sign-on must survive (`docs/contributing/threats.md`). Every attack begins with a response that a real provider
 * signed, or that an attacker signed as well as they can. None of them ends in a code for a session.
 */
import { generateKeyPairSync } from "node:crypto"
import { deflateRawSync, gzipSync } from "node:zlib"
import { makeCertificate } from "@octavo/saml/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import {
  type IdentityProvider,
  type ResponseOptions,
  requestIn,
  type Subject,
  startIdentityProvider
} from "../src/identityProvider.ts"
import { onBothStores } from "../src/stores.ts"
import { listen, startWorld, type World } from "../src/world.ts"

const mallory: Subject = { id: "mallory", email: "mallory@octavo.test", name: "Mallory" }

const assertionOf = (xml: string): string => /<(?:saml:)?Assertion[\s\S]*<\/(?:saml:)?Assertion>/.exec(xml)![0]
const signatureOf = (xml: string): string => /<Signature[\s\S]*?<\/Signature>/.exec(xml)![0]
const withoutSignature = (xml: string): string => xml.replace(signatureOf(xml), "")

onBothStores("Single sign-on refuses", (store) => {
  let world: World
  let idp: IdentityProvider
  let thief: IdentityProvider
  let provider: any
  let victim: { readonly id: string; readonly email: string }
  const org = () => `/v1/orgs/${world.organization}`

  const ask = async (startURL: string = provider.service.startURL) => {
    const browser = makeBrowser()
    const { headers } = await browser.ask(startURL)
    return { browser, request: requestIn(headers.get("location")!) }
  }
  const encode = (xml: string | Uint8Array): string => Buffer.from(xml as string).toString("base64")
  const send = (response: string, acsURL: string = provider.service.acsURL) =>
    makeBrowser().post(acsURL, { SAMLResponse: response }, idp.issuer, false)

  /** The genuine response about Mallory, made for a request of a browser of hers. */
  const genuine = async (how: ResponseOptions = {}, who = mallory) => idp.respond((await ask()).request, who, how)
  /** What Mallory says that the provider said. */
  const asVictim = (xml: string): string =>
    xml.replaceAll(mallory.email, victim.email).replaceAll(`>${mallory.id}<`, `>${victim.email}<`)
  /** The same under another ID, about the victim, not signed. */
  const forged = (xml: string): string =>
    withoutSignature(asVictim(assertionOf(xml))).replace(/ ID="[^"]*"/, ' ID="_forged"')

  const expectRefused = async (
    answer: Awaited<ReturnType<typeof send>>,
    statuses: ReadonlyArray<number> = [400, 403]
  ) => {
    expect(statuses, answer.text.slice(0, 300)).toContain(answer.status)
    expect(answer.headers.get("location")).toBeNull()
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.text).toContain("You are not signed in")
  }

  beforeAll(async () => {
    world = await startWorld(store)
    ;[idp, thief] = [await startIdentityProvider(), await startIdentityProvider()]
    const made = await world.api.post(`${org()}/saml`, { label: "Okta", ...idp.settings, defaultRole: "read" })
    provider = made.body
    victim = await world.member("admin")
  })
  afterAll(async () => {
    await idp.close()
    await thief.close()
    await world.stop()
  })

  it("nothing of what is as it should be: these tests begin with responses that are good", async () => {
    for (const how of [{}, { signResponse: true }, { signResponse: true, signAssertion: false }]) {
      const { browser, request } = await ask()
      const answer = await browser.post(
        request.acsURL,
        { SAMLResponse: encode(await idp.respond(request, mallory, how)) },
        idp.issuer
      )
      expect([answer.status, new URL(answer.url).pathname], JSON.stringify(how)).toEqual([200, "/app"])
      expect(answer.text).toContain("You are signed in")
    }
  })

  it("26: assertions that nobody signed, or somebody else", async () => {
    const own = makeCertificate()
    const signed = await genuine()
    const cases: Readonly<Record<string, string>> = {
      unsigned: await genuine({ signAssertion: false }),
      "signature taken away": withoutSignature(signed),
      "changed after it was signed": asVictim(signed),
      "role added after it was signed": signed.replace("</saml:Assertion>", "<saml:Advice/></saml:Assertion>"),
      "signed with a key of one's own, and its certificate inside": await genuine({
        key: own.key,
        cert: own.certificate
      }),
      "signed with a key of one's own, and the provider's certificate inside": await genuine({ key: own.key }),
      "the key as a value inside": (await genuine({ key: own.key, cert: own.certificate })).replace(
        /<X509Data>[\s\S]*?<\/X509Data>/,
        `<KeyValue><RSAKeyValue><Modulus>${generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" }).n}</Modulus><Exponent>AQAB</Exponent></RSAKeyValue></KeyValue>`
      ),
      "another provider's response": await thief.respond((await ask()).request, mallory, { issuer: idp.issuer }),
      "another provider's name": await genuine({ issuer: thief.issuer }),
      "signed with SHA-1": await genuine({ signatureAlgorithm: "rsa-sha1", digestAlgorithm: "sha1" }),
      "the algorithm of shared secrets": signed.replace(
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "http://www.w3.org/2000/09/xmldsig#hmac-sha1"
      ),
      "a transform that leaves things out": signed.replace(
        "http://www.w3.org/2001/10/xml-exc-c14n#",
        "http://www.w3.org/TR/1999/REC-xpath-19991116"
      ),
      encrypted: signed.replace(assertionOf(signed), "<saml:EncryptedAssertion>x</saml:EncryptedAssertion>"),
      "no assertion": signed.replace(assertionOf(signed), "")
    }
    for (const [name, xml] of Object.entries(cases)) {
      expect(xml, name).not.toBe(signed)
      await expectRefused(await send(encode(xml)))
    }
  })

  it("26: a signed assertion wrapped in what is not (XSW 1 to 8), two of them, two with one ID", async () => {
    const signed = await genuine()
    const whole = await genuine({ signResponse: true, signAssertion: false })
    const good = assertionOf(signed)
    const signature = signatureOf(good)
    const evil = forged(signed)
    const put = (...assertions: ReadonlyArray<string>) => signed.replace(good, assertions.join(""))
    const inside = (outer: string, inner: string) => outer.replace(/<\/(saml:)?Assertion>$/, `${inner}</$1Assertion>`)
    const object = (content: string) => signature.replace("</Signature>", `<Object>${content}</Object></Signature>`)
    const evilResponse = withoutSignature(asVictim(whole)).replace(/ ID="[^"]*"/, ' ID="_evil"')
    const responseSignature = signatureOf(whole)
    const plainWhole = whole.replace(/^<\?xml[^>]*\?>/, "")
    const cases: Readonly<Record<string, string>> = {
      "XSW1: the signed response inside the signature of another": evilResponse.replace(
        /(<\/(?:saml:)?Issuer>)/,
        `$1${responseSignature.replace("</Signature>", `<Object>${withoutSignature(plainWhole)}</Object></Signature>`)}`
      ),
      "XSW2: the signed response beside a detached signature": evilResponse.replace(
        /(<\/(?:saml:)?Issuer>)/,
        `$1${withoutSignature(plainWhole)}${responseSignature}`
      ),
      "XSW3: before the signed one": put(evil, good),
      "XSW3: after the signed one": put(good, evil),
      "XSW4: around the signed one": put(inside(evil, good)),
      "XSW5: with the signature, the signed one after it": put(inside(evil, signature), withoutSignature(good)),
      "XSW6: with the signature, the signed one inside it": put(inside(evil, object(withoutSignature(good)))),
      "XSW7: in extensions": put(`<samlp:Extensions>${evil}</samlp:Extensions>`, good),
      "XSW8: the signed one in an object of the signature": put(
        inside(evil, signature.replace("</Signature>", `<Object>${withoutSignature(good)}</Object></Signature>`))
      ),
      "two that are signed": put(good, good.replace(/ ID="[^"]*"/, ' ID="_second"')),
      "two with one ID": put(good, good),
      "another with the ID of the signed one": put(
        evil.replace('ID="_forged"', `ID="${/ ID="([^"]*)"/.exec(good)![1]}"`),
        good
      ),
      "under another name": put(evil.replaceAll("saml:Assertion", "saml:assertion"), good).replace(
        "saml:assertion",
        "saml:Assertion"
      ),
      "a response in a response": signed.replace(good, `${good}${plainWhole}`),
      "only what is not a response": good
    }
    for (const [name, xml] of Object.entries(cases)) {
      expect(xml, name).not.toBe(signed)
      const answer = await send(encode(xml))
      expect([400, 403], name).toContain(answer.status)
      await expectRefused(answer)
    }
  })

  it("26: names that a comment, CDATA or an instruction cuts in two", async () => {
    const who = { ...mallory, email: `${victim.email}.evil.test`, id: `${victim.email}.evil.test` }
    const signed = await genuine({}, who)
    for (const cut of ["<!---->", "<!-- x -->", "<![CDATA[]]>", "<?x?>"]) {
      const xml = signed.replaceAll(who.email, `${victim.email}${cut}.evil.test`)
      expect(xml).not.toBe(signed)
      await expectRefused(await send(encode(xml)), [400])
    }
  })

  it("27: what was used already, on this server and on another one", async () => {
    const { browser, request } = await ask()
    const response = encode(await idp.respond(request, mallory))
    const first = await browser.post(request.acsURL, { SAMLResponse: response }, idp.issuer, false)
    expect(first.status).toBe(303)
    await expectRefused(await send(response), [403])
    const other = await listen({ ...world.config, url: world.origin })
    await Effect.runPromise(other.server.ready)
    const path = new URL(request.acsURL).pathname
    await expectRefused(await send(response, other.origin + path), [403])
    await other.close()
    // another response to the same request
    await expectRefused(await send(encode(await idp.respond(request, mallory))), [403])
    // ten at once: one of them counts
    const raced = encode(await genuine())
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => send(raced)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    expect(statuses.filter((status) => status === 403)).toHaveLength(9)

    // the code is for the browser that began, once
    const finish = new URL(first.headers.get("location")!, world.origin).href
    const elsewhere = await makeBrowser().get(finish)
    expect([elsewhere.status, elsewhere.headers.getSetCookie()]).toEqual([403, []])
    const begun = browser.cookies().find(({ name }) => name === "octavo-sign-in")!
    const done = await browser.ask(finish)
    expect(done.status).toBe(303)
    const again = await fetch(finish, { redirect: "manual", headers: { cookie: `octavo-sign-in=${begun.value}` } })
    expect([again.status, again.headers.getSetCookie()]).toEqual([403, []])
    for (const code of ["", "x", "a.b", begun.value]) {
      expect((await fetch(`${world.origin}/app/~/sign-in/finish?code=${code}`)).status, code).toBe(400)
    }
  })

  it("27: what is meant for another service, address, request or time", async () => {
    const other = (await world.api.post(`${org()}/saml`, { label: "Other", ...idp.settings })).body
    const { request } = await ask()
    const cases: Readonly<Record<string, string>> = {
      "another audience": await genuine({ audience: "https://other.test/" }),
      "another provider's audience": await genuine({ audience: other.service.entityID }),
      "another recipient": await genuine({ recipient: other.service.acsURL }),
      "no recipient": await genuine({ recipient: undefined }),
      "another destination": await genuine({ destination: other.service.acsURL }),
      "a request that nobody made": await genuine({ inResponseTo: "_made-up" }),
      "a request in our form that we did not sign": await genuine({
        inResponseTo: `_${request.id.slice(1, -3)}abc`
      }),
      "a request of another provider": await genuine({
        inResponseTo: (await ask(other.service.startURL)).request.id
      }),
      expired: await genuine({ lifetimeInSeconds: -3600 })
    }
    for (const [name, xml] of Object.entries(cases)) {
      const answer = await send(encode(xml))
      expect([name, answer.status]).toEqual([name, 403])
      await expectRefused(answer)
    }
    // the right response at another provider's address
    await expectRefused(await send(encode(await genuine()), other.service.acsURL))
  })

  it("28: XML that does more than say something, quickly and as what it is: malformed", async () => {
    const signed = await genuine()
    const declared = (declaration: string, text = "") =>
      signed.replace(/^(<\?xml[^>]*\?>)?/, declaration).replaceAll(mallory.email, `${mallory.email}${text}`)
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, i) => `<!ENTITY ${"b".repeat(i + 1)} "${`&${i === 0 ? "a" : "b".repeat(i)};`.repeat(10)}">`).join("")}]>`
    const cases: Readonly<Record<string, string>> = {
      DOCTYPE: encode(declared("<!DOCTYPE samlp:Response>")),
      "an entity bomb": encode(declared(bomb, `&${"b".repeat(12)};`)),
      "an entity from a file": encode(declared('<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "&f;")),
      "an entity from the network": encode(declared('<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd">')),
      "an entity that nobody declared": encode(signed.replaceAll(mallory.email, "&f;@octavo.test")),
      "a stylesheet": encode(declared('<?xml-stylesheet href="http://127.0.0.1:1/"?>')),
      "DOCTYPE in UTF-16": encode(Buffer.from(declared("<!DOCTYPE r>"), "utf16le")),
      "a deflate bomb": encode(deflateRawSync(Buffer.alloc(50_000_000))),
      "a gzip bomb": encode(gzipSync(Buffer.alloc(50_000_000))),
      "too deep": encode(`${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`),
      "too wide": encode(`<a>${"<b/>".repeat(50_000)}</a>`),
      "not well-formed": encode(signed.slice(0, -20)),
      "another document": encode("<a/>"),
      "no XML": encode("hello"),
      "no base64": "%%%",
      "not UTF-8": encode(Buffer.from([0xff, 0xfe, 0x00])),
      nothing: ""
    }
    for (const [name, response] of Object.entries(cases)) {
      const answer = await send(response)
      expect([name, answer.status]).toEqual([name, 400])
      await expectRefused(answer)
    }
    const large = await makeBrowser().post(provider.service.acsURL, { SAMLResponse: "A".repeat(600_000) }, idp.issuer)
    expect(large.status).toBe(413)
    expect((await world.api.get("/healthz")).status).toBe(200)
  })

  it("29: people of other organizations, and accounts that are nobody's here yet", async () => {
    const there = await world.neighbour()
    const theirs = await world.member("edit", there.id)
    const stranger = await world.stranger()
    for (const who of [there.admin, theirs, stranger]) {
      await expectRefused(await send(encode(await genuine({}, { id: who.email, email: who.email, name: "X" }))), [403])
      const { body } = await world.api.get(`${org()}/members?search=${encodeURIComponent(who.email)}`)
      expect(body.count, who.email).toBe(0)
    }
    // a person whom a provider brought in here is nobody there, and nobody's address is theirs for it
    const newcomer = { id: "newcomer", email: "boss@victim.test", name: "Boss" }
    const { browser, request } = await ask()
    const response = encode(await idp.respond(request, newcomer))
    expect((await browser.post(request.acsURL, { SAMLResponse: response }, idp.issuer)).status).toBe(200)
    await there.admin.client.patch(`/v1/orgs/${there.id}`, { emailDomains: ["victim.test"] })
    const members = (await there.admin.client.get(`/v1/orgs/${there.id}/members`)).body.items
    expect(members.map(({ user }: any) => user.email)).not.toContain(newcomer.email)
    // a disabled provider is none
    expect((await world.api.patch(`${org()}/saml/${provider.id}`, { certificate: "" })).body.status).toBe("pending")
    expect((await makeBrowser().get(provider.service.startURL)).status).toBe(404)
    expect((await send(encode(await idp.respond(request, mallory)))).status).toBe(404)
    await world.api.patch(`${org()}/saml/${provider.id}`, { certificate: idp.certificate })
  })
})
