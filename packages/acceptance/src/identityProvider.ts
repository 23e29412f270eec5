/** A SAML identity provider that nobody here wrote (samlp), on a port of its own. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { inflateRawSync } from "node:zlib"
import { type MadeCertificate, makeCertificate } from "@octavo/saml/testing"
import samlp from "samlp"

/** Somebody whom the provider knows. */
export interface Subject {
  /** The NameID. */
  readonly id: string
  readonly email: string
  readonly name: string
}

/** Options of samlp that tests turn. */
export type ResponseOptions = Readonly<Record<string, unknown>>

const profileOf = ({ email, id, name }: Subject) => ({
  id,
  displayName: name,
  emails: [{ value: email }],
  name: { givenName: name.split(" ")[0], familyName: name.split(" ").slice(1).join(" ") }
})

/** What a service asks for, in the address that it sends a browser to. */
export const requestIn = (location: string) => {
  const xml = inflateRawSync(Buffer.from(new URL(location).searchParams.get("SAMLRequest")!, "base64")).toString()
  const value = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(xml)?.[1] ?? ""
  return {
    xml,
    id: value(" ID"),
    acsURL: value("AssertionConsumerServiceURL"),
    issuer: />([^<]+)<\/saml:Issuer>/.exec(xml)?.[1] ?? ""
  }
}

export const startIdentityProvider = async (made: MadeCertificate = makeCertificate()) => {
  let subject: Subject = { id: "nobody", email: "nobody@idp.test", name: "No Body" }
  let options: ResponseOptions = {}
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://idp.test")
    const { acsURL } = requestIn(url.href)
    const express = Object.assign(request, { query: Object.fromEntries(url.searchParams), user: profileOf(subject) })
    const answer = Object.assign(response, {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (body: string) => response.end(body)
    })
    samlp.auth({
      issuer,
      cert: made.certificate,
      key: made.key,
      destination: acsURL,
      recipient: acsURL,
      getPostURL: (_audience, _dom, _request, done) => done(null, acsURL),
      ...options
    })(express, answer, (error) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}/metadata`

  return {
    ...made,
    issuer,
    /** What an organization is told of it. */
    settings: { entityID: issuer, ssoURL: `${origin}/sso`, certificate: made.certificate },
    /** Who is signed in at the provider from now on, and how it answers. */
    answersFor: (who: Subject, how: ResponseOptions = {}) => {
      subject = who
      options = how
    },
    /** A response to a request, as XML. */
    respond: (request: ReturnType<typeof requestIn>, who: Subject, how: ResponseOptions = {}) =>
      new Promise<string>((resolve, reject) =>
        samlp.getSamlResponse(
          {
            issuer,
            cert: made.certificate,
            key: made.key,
            signatureAlgorithm: "rsa-sha256",
            digestAlgorithm: "sha256",
            audience: request.issuer,
            destination: request.acsURL,
            recipient: request.acsURL,
            inResponseTo: request.id,
            ...how
          },
          profileOf(who),
          (error, xml) => (error ? reject(error) : resolve(xml))
        )
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>
