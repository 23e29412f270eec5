/** What `octavo doctor` asks others: the way in from outside, the mail server, the place of files. */
import { OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import type { ProcessConfig } from "@octavo/runtime/environment"
import { describeError } from "@octavo/runtime/errorMessages"
import { fileStorageLayer, fileStoragePlace } from "@octavo/runtime/fileStorage"
import { checkMail } from "@octavo/runtime/mailCheck"
import { Effect, Stream } from "effect"
import { type Finding, ok, problem, warning } from "./finding.ts"
import { answersHealth, localOrigin } from "./machine.ts"

const loopback = /^(?:localhost$|127\.|\[?::1\]?$)/

/** The public URL: whether it can be what readers use, and whether it leads to the server that runs here. */
export const examineUrl = async ({ host, port, url = "http://localhost" }: ProcessConfig): Promise<Finding> => {
  const { hostname, protocol } = new URL(url)
  const set = "Set --url (OCTAVO_URL) to the address that readers use"
  if (loopback.test(hostname) && !loopback.test(host)) {
    return warning(
      "public URL",
      `${url} is for this machine only, while the server listens on ${host}`,
      "All links in pages, mails and answers of the API are made of it: they lead nowhere for others",
      set
    )
  }
  if (
    port !== 0 &&
    (await answersHealth(localOrigin(host, port))) &&
    !(await answersHealth(url.replace(/(?<!\/)\/+$/, "")))
  ) {
    return problem(
      "public URL",
      `${url} does not lead to the server that runs on ${host}:${port}`,
      "Links in pages, mails and answers of the API do not work, and signing in fails",
      `${set}, and let the proxy or DNS behind it lead here, with the Host header as it came`
    )
  }
  return protocol === "http:" && !loopback.test(hostname)
    ? warning(
        "public URL",
        `${url} is not encrypted`,
        "Tokens and cookies can be read on the way",
        "Put a TLS proxy in front, and use https:// in --url (OCTAVO_URL)"
      )
    : ok("public URL", url)
}

/** A server behind a TLS proxy must know it, to know its readers. */
export const examineProxy = ({ trustedProxies, url = "" }: ProcessConfig): Finding =>
  trustedProxies === undefined && url.startsWith("https:")
    ? warning(
        "proxy",
        `${url} needs a TLS proxy, and none is trusted`,
        "All readers count as one address: together they come under its rate limits, and the audit log tells the proxy's",
        "Name the addresses of your proxies with --trusted-proxies (OCTAVO_TRUSTED_PROXIES), like 127.0.0.1"
      )
    : ok("proxy", trustedProxies === undefined ? "none" : `${trustedProxies} trusted`)

/** Whether published sites have a host of their own (threat: sites and application on one origin). */
export const examineSites = ({ siteHost, url = "http://localhost" }: ProcessConfig): Finding => {
  const { host, hostname } = new URL(url)
  if (siteHost !== undefined || loopback.test(hostname)) return ok("sites", siteHost ?? "on this machine")
  return warning(
    "sites",
    `published sites are at ${host}, as the application and its API are`,
    "To a browser all of it is one place: should a script ever run in a page of a site, it could ask there as the person who is signed in",
    "Give sites a host of their own with --site-host (OCTAVO_SITE_HOST), best below another domain, or custom hostnames"
  )
}

/** Signs in at the mail server and sends nothing. */
export const examineMail = async (config: ProcessConfig): Promise<ReadonlyArray<Finding>> => {
  const what = "mail"
  const looked = await checkMail(config)
  if (looked === undefined) return []
  const { code, isOpen, name } = looked
  if (code !== undefined) {
    const [found, mend] = mailProblems(name)[code] ?? [
      `${name} can't be used (${code})`,
      "Mend host and port in --smtp-url (OCTAVO_SMTP_URL), and let this machine reach them"
    ]
    return [problem(what, found, "Invitations and links to sign in do not arrive", mend)]
  }
  return [
    isOpen
      ? warning(
          what,
          `${name} may take mails without encryption`,
          "Links to sign in could be read on the way",
          "Use smtps:// in --smtp-url (OCTAVO_SMTP_URL), or sign in there: then encryption is asked for"
        )
      : ok(what, `${name} takes mails`)
  ]
}

const mailProblems = (name: string): Readonly<Record<string, readonly [found: string, mend: string]>> => ({
  EAUTH: [`${name} refuses the user or password`, "Mend user and password in --smtp-url (OCTAVO_SMTP_URL)"],
  ETLS: [
    `${name} offers no encryption that can be trusted`,
    "Use smtps:// and the name that its certificate has in --smtp-url (OCTAVO_SMTP_URL)"
  ]
})

/** Writes a few bytes where files lie outside of the database, reads them and removes them again. */
export const examineFiles = (config: ProcessConfig): Effect.Effect<ReadonlyArray<Finding>> => {
  const place = fileStoragePlace(config)
  if (place.kind === "database") return Effect.succeed([])
  const name = place.kind === "directory" ? place.path : `bucket ${place.bucket} at ${place.endpoint}`
  return Effect.gen(function* () {
    const storage = yield* OutsideBlobStorage
    if (storage === undefined) return []
    const probe = new TextEncoder().encode("octavo doctor")
    const { key, size } = yield* storage.write(Stream.make(probe), () => Effect.void)
    yield* Stream.runDrain(storage.read(key, { start: 0, end: size })).pipe(
      Effect.ensuring(Effect.ignore(storage.remove([key])))
    )
    return [ok("files", name)]
  }).pipe(
    Effect.provide(fileStorageLayer(config)),
    Effect.timeout("10 seconds"),
    Effect.catchCause((cause) =>
      Effect.succeed([
        problem(
          "files",
          `${name} can't be written and read: ${describeError(cause)}`,
          "Uploads and imports fail, and pictures of pages are missing",
          place.kind === "directory"
            ? "Give the user that runs Octavo the right to write there, or choose another place with --files (OCTAVO_FILES)"
            : "Check --files, --s3-region and the access key, which needs the rights to get, put, delete and list objects"
        )
      ])
    )
  )
}
