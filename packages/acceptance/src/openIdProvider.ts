/** An OpenID Connect provider that nobody here wrote (oidc-provider), on a port of its own. It demands PKCE. */
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"

/** Somebody whom the provider knows: claims by name, of which `sub` must be there. */
export type Person = Readonly<Record<string, unknown>> & { readonly sub: string }

type Claims = Record<string, unknown>

/** How an ID token is changed on its way, and by which key it is signed. */
export interface Forgery {
  readonly claims?: (claims: Claims) => Claims
  /** What it tells when it is asked about the person. */
  readonly userinfo?: (claims: Claims) => Claims
  readonly header?: object
  readonly key?: KeyObject
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
const partOf = (token: string, index: number): Claims =>
  JSON.parse(Buffer.from(token.split(".")[index]!, "base64url").toString()) as Claims

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
export const otherKey = newKey()

const client = { id: "octavo", secret: "a secret of forty characters, or of more." }

interface GrantContext {
  readonly oidc: {
    readonly provider: {
      readonly Grant: new (
        of: object
      ) => { readonly addOIDCScope: (scopes: string) => void; readonly save: () => Promise<unknown> }
    }
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
  }
}

export const startOpenIdProvider = async () => {
  const key = newKey()
  const people = new Map<string, Person>()
  let person: Person = { sub: "nobody" }
  let denies = false
  let forgery: Forgery | undefined
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  let provider: Provider | undefined

  const forged = (token: string, { claims = (same) => same, header = {}, key: by = key }: Forgery): string => {
    const head = { ...partOf(token, 0), ...header }
    const signed = `${base64url(head)}.${base64url(claims(partOf(token, 1)))}`
    const signature = head["alg"] === "none" ? "" : createSign("sha256").update(signed).sign(by, "base64url")
    return `${signed}.${signature}`
  }
  /** Changes the ID token of the answer that is about to be sent. */
  const tamper = (response: ServerResponse, how: Forgery): void => {
    const end = response.end.bind(response)
    response.end = ((body: string | Buffer) => {
      const answer = JSON.parse(String(body)) as Claims
      const token = answer["id_token"]
      const changed =
        typeof token === "string"
          ? { ...answer, id_token: forged(token, how) }
          : "sub" in answer && how.userinfo !== undefined
            ? how.userinfo(answer)
            : answer
      const text = JSON.stringify(changed)
      response.setHeader("content-length", Buffer.byteLength(text))
      return end(text)
    }) as ServerResponse["end"]
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://provider.test")
    if (handler === undefined || provider === undefined) return response.writeHead(503).end()
    if (pathname.startsWith("/interaction/")) {
      return void provider.interactionFinished(
        request,
        response,
        denies ? { error: "access_denied" } : { login: { accountId: person.sub } }
      )
    }
    if (["/token", "/me"].includes(pathname) && forgery !== undefined) tamper(response, forgery)
    handler(request, response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    /** What an operator is told of it. */
    settings: {
      oidcIssuer: issuer,
      oidcClientId: client.id,
      oidcClientSecret: client.secret,
      oidcLabel: "Keycloak",
      oidcScopes: "openid email profile groups"
    },
    /** Begins to answer, for services at these origins. */
    open: (...origins: ReadonlyArray<string>) => {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: origins.map((origin) => `${origin}/app/~/oidc/callback`),
            post_logout_redirect_uris: origins.map((origin) => `${origin}/app/~/sign-in`)
          }
        ],
        jwks: { keys: [{ ...key.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "one" }] },
        cookies: { keys: ["a key of the cookies"] },
        claims: { email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
        scopes: ["openid", "email", "profile", "groups"],
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
        loadExistingGrant: async ({ oidc }: GrantContext) => {
          const of = { clientId: oidc.client.clientId, accountId: oidc.session.accountId }
          const grant = new oidc.provider.Grant(of)
          grant.addOIDCScope("openid email profile groups")
          await grant.save()
          return grant
        }
      })
      handler = provider.callback()
    },
    /** Fails from now on, until it opens again. */
    fail: () => {
      handler = undefined
    },
    /** Who is signed in at the provider from now on, and how its tokens are changed. */
    answersFor: (who: Person, how?: Forgery) => {
      people.set(who.sub, who)
      person = who
      denies = false
      forgery = how
    },
    denies: () => {
      denies = true
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>
