/**
 * The settings of an installation: one table from which flags, environment variables, `octavo serve --help`, the
 * reference in the docs, the types and the checks of what is read come. How to add one: docs/contributing/adding-a-setting.md.
 */
import type * as Config from "effect/Config"
import {
  baseUrl,
  boolean,
  count,
  database,
  dnsServers,
  filesPlace,
  headerSecret,
  hostName,
  httpUrl,
  logLevel,
  longSecret,
  named,
  networks,
  oneOf,
  optional,
  port,
  remoteImages,
  seconds,
  secret,
  sender,
  signature,
  smtpUrl,
  text,
  withDefault
} from "./settingKinds.ts"

export const settings = named({
  database: withDefault(database, "sqlite:./.octavo/octavo.db", {
    env: "OCTAVO_DATABASE_URL",
    description:
      "Where everything is kept: sqlite:./path/octavo.db, sqlite::memory:, or postgres://user:password@host/name."
  }),
  port: withDefault(port, 4000, {
    description: "TCP port to listen on; 0 takes a free one."
  }),
  host: withDefault(text("HOST"), "127.0.0.1", {
    description: "Address to listen on; 0.0.0.0 for all. Put a TLS proxy in front of it."
  }),
  url: optional(baseUrl("https://docs.example.com"), {
    description: "Public URL of the server, of which all absolute links are made; http://localhost:PORT when left out."
  }),
  siteHost: optional(text("HOST"), {
    description: "Wildcard host of published sites: each then also lives at {basename}.HOST."
  }),
  hostnameTarget: optional(hostName, {
    unset: "the site host, else the host of the public URL",
    description: "Host that custom hostnames are pointed to by a CNAME record."
  }),
  dnsServers: optional(dnsServers, {
    unset: "those of the system",
    description: "DNS servers that are asked about custom hostnames: IP addresses with commas between them."
  }),
  trustedProxies: optional(networks, {
    description:
      "Proxies whose X-Forwarded-For tells where requests come from: addresses and networks like 10.0.0.0/8 with commas between them. From everybody else the header means nothing."
  }),
  processes: withDefault(count({ most: 64 }), 1, {
    description:
      "Processes of this machine that answer together, on one port that is not 0. SIGHUP starts them anew one by one, without a refused request."
  }),
  cacheMb: withDefault(count({ most: 1_000_000 }), 128, {
    description: "Memory for caches in megabytes, which they share by what is used."
  }),
  rateLimits: optional(oneOf("PLACE", ["memory", "database", "off"]), {
    unset: "database with Postgres or several processes, memory else",
    description:
      "Where requests are counted that are limited: memory for one server, database for servers that share their counts, or off for no limits."
  }),
  tokenLimit: withDefault(count(), 30_000, {
    description: "Most requests in a minute of one API token, or of the application in one session."
  }),
  addressLimit: withDefault(count(), 3000, {
    description: "Most requests to the API in a minute of one address without a valid token."
  }),
  pageLimit: withDefault(count(), 30_000, {
    description: "Most requests in a minute of one address to published sites and the application."
  }),
  noteLimit: withDefault(count(), 300, {
    description: "Most views, searches and feedback in a minute of one address that published sites note."
  }),
  pdfLimit: withDefault(count(), 20, {
    description: "Most PDFs in a minute that one address is sent."
  }),
  askLimit: withDefault(count(), 20, {
    description: "Most questions in a minute of one address, or one API token, that the language model answers."
  }),
  triesLimit: withDefault(count(), 60, {
    description:
      "Most failed tries in a minute of one address to get in at one place, like keys of share links, mailed links and codes."
  }),
  maxConnections: withDefault(count(), 5000, {
    description: "Most open connections; further ones are closed at once."
  }),
  maxStreams: withDefault(count(), 2000, {
    description: "Most streams of events that are open at once; further ones are refused."
  }),
  streamsLimit: withDefault(count(), 50, {
    description: "Most streams of events that one person has open at once."
  }),
  pageBytes: withDefault(count({ most: 10_000_000 }), 1_048_576, {
    description:
      "Most bytes that the Markdown of one page has, up to 10000000; longer ones are refused. What is stored stays."
  }),
  fileBytes: withDefault(count({ most: 10_000_000_000 }), 100_000_000, {
    description: "Most bytes that a file has that people put into pages, up to 10000000000. What is stored stays."
  }),
  storageBytes: optional(count(), {
    unset: "no bound",
    description:
      "Most bytes that all files together have, the same bytes counted once; uploads beyond are refused. What comes of Git repositories and of archives is not."
  }),
  dataDirectory: optional(text("DIR"), {
    flag: "data",
    unset: "beside the SQLite file, else ./.octavo",
    description: "Directory of the Git cache and the key file; all but the key can be deleted."
  }),
  secret: optional(longSecret(32), {
    unset: "a key file in the data directory",
    description:
      "Secret of at least 32 characters that seals credentials and signs tokens; the same on all servers of one store."
  }),
  allowPrivateNetworks: withDefault(boolean, false, {
    description: "Lets Git and other outgoing fetches reach loopback and private addresses."
  }),
  gitTimeout: withDefault(seconds, 600, {
    description: "How long one fetch from, or push to, a Git repository may take; more for huge repositories."
  }),
  remoteImages: withDefault(remoteImages, "link", {
    description:
      "Pictures of published pages that lie on other hosts: link leads to them, load lets readers' browsers load them, which tells those hosts who reads, fetch takes each in once and shows the copy. true is load, false is link."
  }),
  committerName: withDefault(signature("NAME"), "Octavo", {
    description: "Who commits exports to Git repositories; the author is the person who asked for the export."
  }),
  committerEmail: optional(signature("ADDRESS"), {
    unset: "octavo@ and the host of the public URL",
    description: "E-mail address of the committer."
  }),
  files: withDefault(filesPlace, "database", {
    description:
      "Where the bytes of files lie: database, directory:./path, or s3:https://HOST/BUCKET[/PREFIX] for S3-compatible storage. Files written before a change stay where they are."
  }),
  s3Region: withDefault(text("REGION"), "us-east-1", {
    description: "Region of the S3-compatible storage."
  }),
  s3AccessKeyId: optional(text("ID"), {
    description:
      "Access key of the S3-compatible storage; without one, keys come from where the AWS tools look: AWS_ACCESS_KEY_ID, ~/.aws, the role of the machine."
  }),
  s3SecretAccessKey: optional(secret("KEY"), {
    description: "Secret of the access key."
  }),
  smtpUrl: optional(smtpUrl, {
    description:
      "Mail server for invitations and links to sign in: smtp://user:password@host:587 or smtps://…:465. Without one, mails are shown with their link at the terminal of npm start, or in the log."
  }),
  mailFrom: optional(sender, {
    description: "Sender of mails, like Docs <docs@example.com>; needed with a mail server."
  }),
  oidcIssuer: optional(text("URL"), {
    description: "OpenID Connect provider that people sign in with, like https://login.example.com/realms/docs."
  }),
  oidcClientId: optional(text("ID"), {
    description: "Id that the provider has given to this server; needed with one."
  }),
  oidcClientSecret: optional(secret("TEXT"), {
    unset: "none, for a public client",
    description: "Secret for that id. Better given as a variable than as a flag."
  }),
  oidcScopes: withDefault(text("SCOPES"), "openid email profile", {
    description: "What the provider is asked for, with spaces between."
  }),
  oidcLabel: optional(text("NAME"), {
    unset: "the host of the provider",
    description: "What people call the provider: the button says Continue with NAME."
  }),
  oidcDomains: optional(text("DOMAINS"), {
    unset: "all",
    description: "Domains whose verified e-mail addresses may sign in with it, with commas between them."
  }),
  oidcTrustEmails: withDefault(boolean, false, {
    description:
      "Takes addresses as verified when the provider does not say whether they are. Only for one where people can't choose their own address."
  }),
  oidcOrganization: optional(text("ID"), {
    description: "Organization that people join with it. Without one only those sign in who have an account."
  }),
  oidcRole: withDefault(text("ROLE"), "read", {
    description: "Role of those who join: guest, read, comment, edit, review, create or admin."
  }),
  oidcGroupsClaim: withDefault(text("NAME"), "groups", {
    description: "Claim that names a person's groups, or a path to it with dots, like realm_access.roles."
  }),
  oidcGroups: optional(text("JSON"), {
    description:
      'What groups give, at every sign-in: {"writers":{"role":"edit","team":"TEAM_ID"}}. Each has a role, a team or both.'
  }),
  modelUrl: optional(httpUrl("https://host/v1"), {
    description:
      "Language model that answers questions about sites, reads conversations, translates and tidies imported pages: an OpenAI-compatible address up to /chat/completions, like https://api.openai.com/v1 or http://localhost:11434/v1. Without one nobody is answered, conversations are read by their words alone, and nothing leaves the server."
  }),
  modelName: optional(text("NAME"), {
    description: "Name of the model at that address; needed with one."
  }),
  modelKey: optional(secret("KEY"), {
    description: "Key for that address, where it needs one. Better given as a variable than as a flag."
  }),
  embeddingsUrl: optional(httpUrl("https://host/v1"), {
    description:
      "Model of embeddings, by which answers find sections that say the same in other words: an OpenAI-compatible address up to /embeddings. The sections of sites that questions are asked about, and the questions, are sent to it. Without one their words decide alone."
  }),
  embeddingsName: optional(text("NAME"), {
    description: "Name of the model of embeddings at that address; needed with one."
  }),
  embeddingsKey: optional(secret("KEY"), {
    description: "Key for that address, where it needs one. Better given as a variable than as a flag."
  }),
  translator: optional(oneOf("NAME", ["deepl", "libretranslate"]), {
    unset: "the language model, when there is one",
    description:
      "What translates spaces into other languages, deepl or libretranslate; the texts of translated spaces are sent to it."
  }),
  translatorUrl: optional(httpUrl("https://translate.example.com"), {
    unset: "DeepL's own server, or http://localhost:5000 for LibreTranslate",
    description: "Where the translator is, without a path."
  }),
  translatorKey: optional(secret("TEXT"), {
    description: "Key of the translator; DeepL needs one."
  }),
  rendererUrl: optional(httpUrl("https://docs.example.com"), {
    description:
      "A renderer of GitBook's that draws the sites of this server, like https://docs.example.com: it is told what has changed."
  }),
  rendererSecret: optional(secret("TEXT"), {
    description: "What that is signed with: the renderer's GITBOOK_SECRET. Better given as a variable than as a flag."
  }),
  metricsToken: optional(headerSecret(16), {
    description:
      "Bearer token of at least 16 characters that /metrics is told for; without one everybody who reaches the server may read them. Better given as a variable than as a flag."
  }),
  logLevel: withDefault(logLevel, "Info", {
    description: "Trace, Debug, Info, Warn, Error or None. Logs are JSON lines on stderr."
  })
})

export type SettingName = keyof typeof settings

/** All settings, as they are read. */
export type SettingValues = { readonly [Name in SettingName]: Config.Success<(typeof settings)[Name]["config"]> }

/** The name by which people know a setting. */
export const labelOf = (name: SettingName): string => `--${settings[name].flag} (${settings[name].env})`
