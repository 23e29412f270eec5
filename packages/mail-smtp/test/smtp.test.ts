import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Mailer } from "@octavo/core/people/mail/Mailer"
import { Effect, Redacted } from "effect"
import { SMTPServer } from "smtp-server"
import { afterEach, describe, expect, it } from "vitest"
import { senderAddress, smtpUrlProblem } from "../src/config.ts"
import { layer } from "../src/index.ts"

interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly user: string | undefined
  readonly text: string
}

const servers: Array<SMTPServer> = []

/** A real mail server that keeps what it gets. */
const mailServer = async (refuse?: (address: string) => number | undefined, password?: string) => {
  const received: Array<Received> = []
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error("Invalid credentials")),
    onRcptTo: (address, _session, done) => {
      const code = refuse?.(address.address)
      done(code === undefined ? null : Object.assign(new Error("no"), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map((to) => to.address),
          user: session.user as string | undefined,
          text: Buffer.concat(chunks).toString("utf8")
        })
        done()
      })
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  servers.push(server)
  return { received, port: (server.server.address() as AddressInfo).port }
}

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()))
})

const message = {
  id: "m1",
  to: "ada@example.org",
  subject: "Grüße 👋",
  text: "Open this:\n\nhttps://docs.test/?token=x\n"
}

const send = (url: string, what = message) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const mailer = yield* Mailer
      return yield* Effect.result(mailer.send(what))
    }).pipe(Effect.provide(layer({ url: Redacted.make(url), from: "Docs <docs@example.com>" })))
  )

describe("mail over SMTP", () => {
  it("a real server receives the message as it was written", async () => {
    const { port, received } = await mailServer()
    const result = await send(`smtp://127.0.0.1:${port}`)
    expect(result._tag).toBe("Success")
    expect(received).toHaveLength(1)
    const [mail] = received
    expect([mail!.from, mail!.to]).toEqual(["docs@example.com", ["ada@example.org"]])
    expect(mail!.text).toContain("Message-ID: <m1@example.com>")
    expect(mail!.text).toContain("Auto-Submitted: auto-generated")
    expect(mail!.text).not.toContain("List-Unsubscribe")
    expect(mail!.text).toContain("https://docs.test/?token=")
    expect(mail!.text).toMatch(/Subject: =\?UTF-8\?/i)
  })

  it("a mail that can be ended says how, to programs as well (RFC 8058)", async () => {
    const { port, received } = await mailServer()
    const unsubscribe = "https://docs.test/app/~/unsubscribe?token=abc"
    await send(`smtp://127.0.0.1:${port}`, { ...message, unsubscribe } as typeof message)
    const text = received[0]!.text.replace(/\r?\n /g, " ")
    expect(text).toContain(`List-Unsubscribe: <${unsubscribe}>`)
    expect(text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
  })

  it("signs in with the credentials of the URL", async () => {
    const { port, received } = await mailServer(undefined, "p@ss word")
    expect((await send(`smtp://ada:p%40ss%20word@127.0.0.1:${port}`))._tag).toBe("Success")
    expect(received[0]!.user).toBe("ada")
    const wrong = await send(`smtp://ada:other@127.0.0.1:${port}`)
    expect(wrong._tag === "Failure" && wrong.failure).toMatchObject({ retryable: true })
    expect(JSON.stringify(wrong)).not.toContain("other")
  })

  it("a refused address is final, a busy or absent server is not", async () => {
    const { port } = await mailServer((address) => (address.startsWith("ada") ? 550 : 451))
    const refused = await send(`smtp://127.0.0.1:${port}`)
    expect(refused._tag === "Failure" && refused.failure.retryable).toBe(false)
    const busy = await send(`smtp://127.0.0.1:${port}`, { ...message, to: "bob@example.org" })
    expect(busy._tag === "Failure" && busy.failure.retryable).toBe(true)
    const absent = await send("smtp://127.0.0.1:1")
    expect(absent._tag === "Failure" && absent.failure.retryable).toBe(true)
  })

  it("text cannot add recipients or headers", async () => {
    const { port, received } = await mailServer()
    await send(`smtp://127.0.0.1:${port}`, { ...message, subject: "A\r\nBcc: eve@example.org", to: "ada@example.org" })
    expect(received[0]!.to).toEqual(["ada@example.org"])
    expect(received[0]!.text).not.toMatch(/^Bcc:/m)
  })

  it("settings that cannot be used are told without the password", () => {
    expect(smtpUrlProblem("smtp://u:secret@mail.example.com:587")).toBeUndefined()
    for (const bad of ["http://u:secret@x", "mail.example.com", "smtp://u:secret@", "u:secret@mail.example.com"]) {
      expect(smtpUrlProblem(bad)).toMatch(/^must be like smtp:/)
      expect(smtpUrlProblem(bad)).not.toContain("secret")
    }
    expect(senderAddress("Docs <docs@example.com>")).toBe("docs@example.com")
    expect(senderAddress("docs@example.com")).toBe("docs@example.com")
    expect(senderAddress("Docs")).toBeUndefined()
  })
})
