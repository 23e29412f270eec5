/** A mail server that keeps what it gets. */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export interface Mail {
  readonly to: ReadonlyArray<string>
  readonly text: string
}

export const startMailServer = async () => {
  const mails: Array<Mail> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        // as people read it: soft line breaks of quoted-printable taken out
        const text = Buffer.concat(chunks).toString("utf8").replace(/=\r\n/g, "").replace(/=3D/g, "=")
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
