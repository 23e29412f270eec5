import { createHmac } from "node:crypto"

export const base64url = (text: string) => Buffer.from(text).toString("base64url")

/** A visitor's token, as a customer's server signs it with the key of a site. */
export const signed = (key: string, claims: object, header: object = { alg: "HS256", typ: "JWT" }): string => {
  const text = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`
}

/** What a JWT says, unchecked. */
export const payloadOf = (token: string): any => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())
