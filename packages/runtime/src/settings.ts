/**
 * The settings of an installation: one table from which flags, environment variables, `octavo serve --help` and the
 * reference in the docs come.
 */
export interface Setting {
  /** Long flag, without dashes. */
  readonly flag: string
  readonly env: string
  readonly placeholder: string
  readonly default: string | undefined
  readonly description: string
}

export const settings = {
  database: {
    flag: "database",
    env: "OCTAVO_DATABASE_URL",
    placeholder: "URL",
    default: "sqlite:./.octavo/octavo.db",
    description:
      "Where everything is kept: sqlite:./path/octavo.db, sqlite::memory:, or postgres://user:password@host/name."
  },
  port: {
    flag: "port",
    env: "OCTAVO_PORT",
    placeholder: "PORT",
    default: "4000",
    description: "TCP port to listen on; 0 takes a free one."
  },
  host: {
    flag: "host",
    env: "OCTAVO_HOST",
    placeholder: "HOST",
    default: "127.0.0.1",
    description: "Address to listen on; 0.0.0.0 for all. Put a TLS proxy in front of it."
  },
  url: {
    flag: "url",
    env: "OCTAVO_URL",
    placeholder: "URL",
    default: undefined,
    description: "Public URL of the server, of which all absolute links are made; http://localhost:PORT when left out."
  },
  siteHost: {
    flag: "site-host",
    env: "OCTAVO_SITE_HOST",
    placeholder: "HOST",
    default: undefined,
    description: "Wildcard host of published sites: each then also lives at {basename}.HOST."
  },
  hostnameTarget: {
    flag: "hostname-target",
    env: "OCTAVO_HOSTNAME_TARGET",
    placeholder: "HOST",
    default: "the site host, else the host of the public URL",
    description: "Host that custom hostnames are pointed to by a CNAME record."
  },
  dnsServers: {
    flag: "dns-servers",
    env: "OCTAVO_DNS_SERVERS",
    placeholder: "ADDRESSES",
    default: "those of the system",
    description: "DNS servers that are asked about custom hostnames: IP addresses with commas between them."
  },
  trustedProxies: {
    flag: "trusted-proxies",
    env: "OCTAVO_TRUSTED_PROXIES",
    placeholder: "ADDRESSES",
    default: undefined,
    description:
      "Proxies whose X-Forwarded-For tells where requests come from: addresses and networks like 10.0.0.0/8 with commas between them. From everybody else the header means nothing."
  },
  rateLimits: {
    flag: "rate-limits",
    env: "OCTAVO_RATE_LIMITS",
    placeholder: "PLACE",
    default: "database with Postgres, memory with SQLite",
    description:
      "Where requests are counted that are limited: memory for one server, database for servers that share their counts, or off for no limits."
  },
  tokenLimit: {
    flag: "token-limit",
    env: "OCTAVO_TOKEN_LIMIT",
    placeholder: "COUNT",
    default: "30000",
    description: "Most requests in a minute of one API token."
  },
  addressLimit: {
    flag: "address-limit",
    env: "OCTAVO_ADDRESS_LIMIT",
    placeholder: "COUNT",
    default: "3000",
    description: "Most requests to the API in a minute of one address without a valid token."
  },
  pageLimit: {
    flag: "page-limit",
    env: "OCTAVO_PAGE_LIMIT",
    placeholder: "COUNT",
    default: "30000",
    description: "Most requests in a minute of one address to published sites and the application."
  },
  noteLimit: {
    flag: "note-limit",
    env: "OCTAVO_NOTE_LIMIT",
    placeholder: "COUNT",
    default: "300",
    description: "Most views, searches and feedback in a minute of one address that published sites note."
  },
  pdfLimit: {
    flag: "pdf-limit",
    env: "OCTAVO_PDF_LIMIT",
    placeholder: "COUNT",
    default: "20",
    description: "Most PDFs in a minute that one address is sent."
  },
  triesLimit: {
    flag: "tries-limit",
    env: "OCTAVO_TRIES_LIMIT",
    placeholder: "COUNT",
    default: "60",
    description:
      "Most failed tries in a minute of one address to get in at one place, like keys of share links, mailed links and codes."
  },
  maxConnections: {
    flag: "max-connections",
    env: "OCTAVO_MAX_CONNECTIONS",
    placeholder: "COUNT",
    default: "5000",
    description: "Most open connections; further ones are closed at once."
  },
  pageBytes: {
    flag: "page-bytes",
    env: "OCTAVO_PAGE_BYTES",
    placeholder: "COUNT",
    default: "1048576",
    description:
      "Most bytes that the Markdown of one page has, up to 10000000; longer ones are refused. What is stored stays."
  },
  dataDirectory: {
    flag: "data",
    env: "OCTAVO_DATA",
    placeholder: "DIR",
    default: "beside the SQLite file, else ./.octavo",
    description: "Directory of the Git cache and the key file; all but the key can be deleted."
  },
  secret: {
    flag: "secret",
    env: "OCTAVO_SECRET",
    placeholder: "TEXT",
    default: "a key file in the data directory",
    description:
      "Secret of at least 32 characters that seals credentials and signs tokens; the same on all servers of one store."
  },
  allowPrivateNetworks: {
    flag: "allow-private-networks",
    env: "OCTAVO_ALLOW_PRIVATE_NETWORKS",
    placeholder: "true|false",
    default: "false",
    description: "Lets Git and other outgoing fetches reach loopback and private addresses."
  },
  gitTimeout: {
    flag: "git-timeout",
    env: "OCTAVO_GIT_TIMEOUT",
    placeholder: "SECONDS",
    default: "600",
    description: "How long one fetch from, or push to, a Git repository may take; more for huge repositories."
  },
  remoteImages: {
    flag: "remote-images",
    env: "OCTAVO_REMOTE_IMAGES",
    placeholder: "true|false",
    default: "false",
    description: "Lets published pages load pictures that lie on other hosts; without it they link to them."
  },
  committerName: {
    flag: "committer-name",
    env: "OCTAVO_COMMITTER_NAME",
    placeholder: "NAME",
    default: "Octavo",
    description: "Who commits exports to Git repositories; the author is the person who asked for the export."
  },
  committerEmail: {
    flag: "committer-email",
    env: "OCTAVO_COMMITTER_EMAIL",
    placeholder: "ADDRESS",
    default: "octavo@ and the host of the public URL",
    description: "E-mail address of the committer."
  },
  files: {
    flag: "files",
    env: "OCTAVO_FILES",
    placeholder: "PLACE",
    default: "database",
    description:
      "Where the bytes of files lie: database, directory:./path, or s3:https://HOST/BUCKET[/PREFIX] for S3-compatible storage. Files written before a change stay where they are."
  },
  s3Region: {
    flag: "s3-region",
    env: "OCTAVO_S3_REGION",
    placeholder: "REGION",
    default: "us-east-1",
    description: "Region of the S3-compatible storage."
  },
  s3AccessKeyId: {
    flag: "s3-access-key-id",
    env: "OCTAVO_S3_ACCESS_KEY_ID",
    placeholder: "ID",
    default: undefined,
    description:
      "Access key of the S3-compatible storage; without one, keys come from where the AWS tools look: AWS_ACCESS_KEY_ID, ~/.aws, the role of the machine."
  },
  s3SecretAccessKey: {
    flag: "s3-secret-access-key",
    env: "OCTAVO_S3_SECRET_ACCESS_KEY",
    placeholder: "KEY",
    default: undefined,
    description: "Secret of the access key."
  },
  smtpUrl: {
    flag: "smtp-url",
    env: "OCTAVO_SMTP_URL",
    placeholder: "URL",
    default: undefined,
    description:
      "Mail server for invitations and links to sign in: smtp://user:password@host:587 or smtps://…:465. Without one, mails are shown with their link at the terminal of npm start, or in the log."
  },
  mailFrom: {
    flag: "mail-from",
    env: "OCTAVO_MAIL_FROM",
    placeholder: "ADDRESS",
    default: undefined,
    description: "Sender of mails, like Docs <docs@example.com>; needed with a mail server."
  },
  oidcIssuer: {
    flag: "oidc-issuer",
    env: "OCTAVO_OIDC_ISSUER",
    placeholder: "URL",
    default: undefined,
    description: "OpenID Connect provider that people sign in with, like https://login.example.com/realms/docs."
  },
  oidcClientId: {
    flag: "oidc-client-id",
    env: "OCTAVO_OIDC_CLIENT_ID",
    placeholder: "ID",
    default: undefined,
    description: "Id that the provider has given to this server; needed with one."
  },
  oidcClientSecret: {
    flag: "oidc-client-secret",
    env: "OCTAVO_OIDC_CLIENT_SECRET",
    placeholder: "TEXT",
    default: "none, for a public client",
    description: "Secret for that id. Better given as a variable than as a flag."
  },
  oidcScopes: {
    flag: "oidc-scopes",
    env: "OCTAVO_OIDC_SCOPES",
    placeholder: "SCOPES",
    default: "openid email profile",
    description: "What the provider is asked for, with spaces between."
  },
  oidcLabel: {
    flag: "oidc-label",
    env: "OCTAVO_OIDC_LABEL",
    placeholder: "NAME",
    default: "the host of the provider",
    description: "What people call the provider: the button says Continue with NAME."
  },
  oidcDomains: {
    flag: "oidc-domains",
    env: "OCTAVO_OIDC_DOMAINS",
    placeholder: "DOMAINS",
    default: "all",
    description: "Domains whose verified e-mail addresses may sign in with it, with commas between them."
  },
  oidcTrustEmails: {
    flag: "oidc-trust-emails",
    env: "OCTAVO_OIDC_TRUST_EMAILS",
    placeholder: "true|false",
    default: "false",
    description:
      "Takes addresses as verified when the provider does not say whether they are. Only for one where people can't choose their own address."
  },
  oidcOrganization: {
    flag: "oidc-organization",
    env: "OCTAVO_OIDC_ORGANIZATION",
    placeholder: "ID",
    default: undefined,
    description: "Organization that people join with it. Without one only those sign in who have an account."
  },
  oidcRole: {
    flag: "oidc-role",
    env: "OCTAVO_OIDC_ROLE",
    placeholder: "ROLE",
    default: "read",
    description: "Role of those who join: guest, read, comment, edit, review, create or admin."
  },
  oidcGroupsClaim: {
    flag: "oidc-groups-claim",
    env: "OCTAVO_OIDC_GROUPS_CLAIM",
    placeholder: "NAME",
    default: "groups",
    description: "Claim that names a person's groups, or a path to it with dots, like realm_access.roles."
  },
  oidcGroups: {
    flag: "oidc-groups",
    env: "OCTAVO_OIDC_GROUPS",
    placeholder: "JSON",
    default: undefined,
    description:
      'What groups give, at every sign-in: {"writers":{"role":"edit","team":"TEAM_ID"}}. Each has a role, a team or both.'
  },
  modelUrl: {
    flag: "model-url",
    env: "OCTAVO_MODEL_URL",
    placeholder: "URL",
    default: undefined,
    description:
      "Language model that reads conversations, translates and tidies imported pages: an OpenAI-compatible address up to /chat/completions, like https://api.openai.com/v1 or http://localhost:11434/v1. Without one conversations are read by their words alone, and nothing leaves the server."
  },
  modelName: {
    flag: "model-name",
    env: "OCTAVO_MODEL_NAME",
    placeholder: "NAME",
    default: undefined,
    description: "Name of the model at that address; needed with one."
  },
  modelKey: {
    flag: "model-key",
    env: "OCTAVO_MODEL_KEY",
    placeholder: "KEY",
    default: undefined,
    description: "Key for that address, where it needs one. Better given as a variable than as a flag."
  },
  translator: {
    flag: "translator",
    env: "OCTAVO_TRANSLATOR",
    placeholder: "NAME",
    default: "the language model, when there is one",
    description:
      "What translates spaces into other languages, deepl or libretranslate; the texts of translated spaces are sent to it."
  },
  translatorUrl: {
    flag: "translator-url",
    env: "OCTAVO_TRANSLATOR_URL",
    placeholder: "URL",
    default: "DeepL's own server, or http://localhost:5000 for LibreTranslate",
    description: "Where the translator is, without a path."
  },
  translatorKey: {
    flag: "translator-key",
    env: "OCTAVO_TRANSLATOR_KEY",
    placeholder: "TEXT",
    default: undefined,
    description: "Key of the translator; DeepL needs one."
  },
  rendererUrl: {
    flag: "renderer-url",
    env: "OCTAVO_RENDERER_URL",
    placeholder: "URL",
    default: undefined,
    description:
      "A renderer of GitBook's that draws the sites of this server, like https://docs.example.com: it is told what has changed."
  },
  rendererSecret: {
    flag: "renderer-secret",
    env: "OCTAVO_RENDERER_SECRET",
    placeholder: "TEXT",
    default: undefined,
    description: "What that is signed with: the renderer's GITBOOK_SECRET. Better given as a variable than as a flag."
  },
  metricsToken: {
    flag: "metrics-token",
    env: "OCTAVO_METRICS_TOKEN",
    placeholder: "TEXT",
    default: undefined,
    description:
      "Bearer token of at least 16 characters that /metrics is told for; without one everybody who reaches the server may read them. Better given as a variable than as a flag."
  },
  logLevel: {
    flag: "log-level",
    env: "OCTAVO_LOG_LEVEL",
    placeholder: "LEVEL",
    default: "Info",
    description: "Trace, Debug, Info, Warn, Error or None. Logs are JSON lines on stderr."
  }
} as const satisfies Record<string, Setting>
