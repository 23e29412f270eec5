/** Unsigned responses that are oversized in one place: what a stranger could send, for tests and benchmarks. */

const protocol = 'xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"'
const digital = 'xmlns="http://www.w3.org/2000/09/xmldsig#"'
const c14n = "http://www.w3.org/2001/10/xml-exc-c14n#"

const encode = (xml: string): string => Buffer.from(xml).toString("base64")

const signature = (inside: { readonly list?: string; readonly references?: string; readonly more?: string }): string =>
  `<Signature ${digital}><SignedInfo><CanonicalizationMethod Algorithm="${c14n}"/><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${
    inside.references ??
    `<Reference URI="#a"><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><Transform Algorithm="${c14n}"><InclusiveNamespaces xmlns="${c14n}" PrefixList="${inside.list ?? "x"}"/></Transform></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>`
  }</SignedInfo><SignatureValue>AAAA</SignatureValue>${inside.more ?? ""}</Signature>`

/** A response of the right shape, with text in its places. */
const response = ({
  attributes = "",
  inside = "",
  signed = signature({}),
  text = ""
}: {
  readonly attributes?: string
  readonly inside?: string
  readonly signed?: string
  readonly text?: string
}): string =>
  `<p:Response ${protocol} ID="r"${attributes}><p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status><a:Assertion ID="a"><a:Issuer>https://idp.test/</a:Issuer>${signed}<a:AttributeStatement>${inside}</a:AttributeStatement>${text}</a:Assertion></p:Response>`

/** A text of about this many characters, out of pieces. */
const grown = (size: number, piece: (n: number) => string): string => {
  const pieces: Array<string> = []
  for (let length = 0, n = 0; length < size; n++) {
    const next = piece(n)
    pieces.push(next)
    length += next.length
  }
  return pieces.join("")
}

/** A `SAMLResponse` of each shape, from how much is to be pumped: bytes of XML, or characters of what is none. */
export const oversizedResponses: Readonly<Record<string, (size: number) => string>> = {
  "blanks in base64": (size) => `A${" ".repeat(size)}%`,
  "lines in base64": (size) => `A${"\n".repeat(size)}=%`,
  "padding in base64": (size) => `A${"=".repeat(size)}`,
  "tags that do not end": (size) => encode(grown(size, () => "<a")),
  "tags that end once": (size) => encode(`${grown(size, () => "<a ")}>`),
  "end tags that do not end": (size) => encode(`<a>${grown(size, () => "</a")}`),
  "end tags full of blanks": (size) => encode(`<a></${" ".repeat(size)}a>`),
  "end tags of nothing": (size) => encode(`<a>${grown(size, () => "</b>")}</a>`),
  "declarations that do not end": (size) => encode(grown(size, () => "<?xml ")),
  "a declaration full of blanks": (size) => encode(`<?xml ${" ".repeat(size)}x?><a/>`),
  "text without tags": (size) => encode("a".repeat(size)),
  ampersands: (size) => encode(response({ text: "&".repeat(size) })),
  entities: (size) => encode(response({ text: grown(size, () => "&amp;") })),
  "numbers of characters": (size) => encode(response({ text: grown(size, () => "&#65;") })),
  blanks: (size) => encode(response({ text: `${" ".repeat(size)}x` })),
  lines: (size) => encode(response({ text: "\r\n".repeat(size / 2) })),
  "one line that ends in its own way": (size) => encode(response({ text: `${"a".repeat(size)}\u2029` })),
  attributes: (size) => encode(response({ attributes: grown(size, (n) => ` a${n}=""`) })),
  "attributes of one name": (size) => encode(response({ attributes: grown(size, () => ' a=""') })),
  "attributes without a value": (size) => encode(response({ attributes: grown(size, (n) => ` a${n}`) })),
  "quotes that do not end": (size) => encode(response({ attributes: grown(size, () => " a='") })),
  "a long attribute": (size) => encode(response({ attributes: ` a="${"x".repeat(size)}"` })),
  namespaces: (size) => encode(response({ attributes: grown(size, (n) => ` xmlns:n${n}="u"`) })),
  "namespaces all the way down": (size) => encode(response({ inside: grown(size / 2, (n) => `<a xmlns:n${n}="u">`) })),
  "a namespace for each": (size) => encode(response({ inside: grown(size, (n) => `<n${n}:a xmlns:n${n}="u"/>`) })),
  names: (size) => encode(response({ inside: grown(size, (n) => `<a${n}></a${n}>`) })),
  "a long name": (size) => encode(response({ inside: `<${"a".repeat(size)}/>` })),
  elements: (size) => encode(response({ inside: grown(size, () => "<a:Attribute/>") })),
  "elements with IDs": (size) => encode(response({ inside: grown(size, (n) => `<a:Attribute ID="i${n}"/>`) })),
  depth: (size) => encode(response({ inside: grown(size, () => "<a>") })),
  signatures: (size) => encode(response({ signed: grown(size, () => signature({})) })),
  references: (size) =>
    encode(
      response({
        signed: signature({
          references: grown(
            size,
            () =>
              '<Reference URI="#a"><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>'
          )
        })
      })
    ),
  transforms: (size) =>
    encode(
      response({
        signed: signature({
          references: `<Reference URI="#a"><Transforms>${grown(size, () => `<Transform Algorithm="${c14n}"/>`)}</Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>`
        })
      })
    ),
  "prefixes of a transform": (size) => encode(response({ signed: signature({ list: grown(size, (n) => `n${n} `) }) })),
  "certificates inside": (size) =>
    encode(
      response({
        signed: signature({
          more: `<KeyInfo><X509Data>${grown(size, () => "<X509Certificate>AAAA</X509Certificate>")}</X509Data></KeyInfo>`
        })
      })
    ),
  issuers: (size) => encode(response({ inside: grown(size, () => "<a:Issuer>x</a:Issuer>") })),
  "a digest": (size) =>
    encode(response({ signed: signature({}).replace("<DigestValue>AAAA", `<DigestValue>${"A ".repeat(size / 2)}`) }))
}
