/**
 * The `Octavo` layer: adapters chosen by the configuration, with the services of core over them. The server, the CLI
 * and the embedded engine build this same layer and nothing else.
 */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Clustering from "@octavo/clustering"
import { ConversationAnalysis } from "@octavo/core/connections/conversations/ConversationAnalysis"
import { CurrentEventSettings, type EventSettings, eventDefaults } from "@octavo/core/connections/events/EventSettings"
import { Events } from "@octavo/core/connections/events/Events"
import { NotificationMails } from "@octavo/core/connections/notifications/NotificationMails"
import { Notifications } from "@octavo/core/connections/notifications/Notifications"
import { Receiver } from "@octavo/core/connections/webhooks/Receiver"
import { WebhookJobs } from "@octavo/core/connections/webhooks/WebhookJobs"
import { ConflictWatch } from "@octavo/core/content/change-requests/ConflictWatch"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { EmbeddingJobs } from "@octavo/core/content/embeddings/EmbeddingJobs"
import { GitCaches } from "@octavo/core/content/git/GitCaches"
import { GitJobs } from "@octavo/core/content/git/GitJobs"
import { ImportJobs } from "@octavo/core/content/imports/ImportJobs"
import { OpenApiJobs } from "@octavo/core/content/openapi/OpenApiJobs"
import { TakesPicturesIn } from "@octavo/core/content/remote-pictures/askForPictures"
import { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { defaultFileBytes, MaxFileBytes, MaxStorageBytes } from "@octavo/core/content/revisions/fileSize"
import type { ObjectsError } from "@octavo/core/content/revisions/model/Objects"
import { defaultPageBytes, MaxPageBytes } from "@octavo/core/content/revisions/pageSize"
import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { TranslationJobs } from "@octavo/core/content/translations/TranslationJobs"
import { Translator } from "@octavo/core/content/translations/Translator"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import { Hostnames } from "@octavo/core/delivery/hostnames/Hostnames"
import { Insights } from "@octavo/core/delivery/insights/Insights"
import { PurgeJobs } from "@octavo/core/delivery/renderers/PurgeJobs"
import { Renderer } from "@octavo/core/delivery/renderers/Renderer"
import { SiteExportJobs } from "@octavo/core/delivery/site-exports/SiteExportJobs"
import { SiteExports } from "@octavo/core/delivery/site-exports/SiteExports"
import { Jobs } from "@octavo/core/kernel/jobs/Jobs"
import { whileAway } from "@octavo/core/kernel/shared/backoff"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { Instance, type InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { setCacheBudget } from "@octavo/core/kernel/shared/lru"
import { EmailDomains } from "@octavo/core/people/email-domains/EmailDomains"
import { Mailer } from "@octavo/core/people/mail/Mailer"
import { Mails } from "@octavo/core/people/mail/Mails"
import { servicesLayer } from "@octavo/core/services"
import { GitCli } from "@octavo/git-cli"
import * as SmtpMailer from "@octavo/mail-smtp"
import * as OpenApi from "@octavo/openapi"
import * as NodeDns from "@octavo/outbound/dns"
import * as NodeFetcher from "@octavo/outbound/fetcher"
import * as NodeReceiver from "@octavo/outbound/receiver"
import type { RendererConfig } from "@octavo/outbound/renderer"
import type { TranslatorConfig } from "@octavo/outbound/translators"
import * as Pdf from "@octavo/pdf"
import * as Saml from "@octavo/saml"
import { StoreVersion } from "@octavo/storage-sql"
import { Effect, Layer, Schedule } from "effect"
import { layer as computeLayer } from "./compute.ts"
import { ConfigError, type OctavoConfig, redacted } from "./config.ts"
import { describeError } from "./errorMessages.ts"
import { fileStorageLayer } from "./fileStorage.ts"
import { processWorker } from "./jobWorker.ts"
import { modelsLayer } from "./models.ts"
import { useNativeHash } from "./nativeHash.ts"
import { oidcLayer } from "./oidc.ts"
import { rateLimitsLayer } from "./rateLimitsLayer.ts"
import { remoteImagesOf } from "./settingKinds.ts"
import { labelOf, settings } from "./settings.ts"
import { staticSitesLayer } from "./staticSites.ts"
import { dataDirectory, storeLayer } from "./store.ts"
import { templatesLayer } from "./templates.ts"
import { threadEnvironment } from "./threadEnvironment.ts"

const manifestFile = new URL("../package.json", import.meta.url)
/** Of the package that this is part of; one that was built says when. */
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as { version: string; octavo?: { built: string } }
/** Version of this Octavo. */
export const version: string = manifest.version

/** What absolute URLs are made of. */
export const instanceConfig = (config: OctavoConfig): InstanceConfig => {
  const url = config.url ?? "http://localhost:4000"
  const hostnameTarget = config.hostnameTarget?.toLowerCase()
  return {
    publicUrl: url.replace(/(?<!\/)\/+$/, ""),
    ...defined({
      appPath: config.appPath,
      onlySite: config.onlySite,
      onlySiteUrl: config.onlySiteUrl,
      siteHost: config.siteHost?.toLowerCase(),
      hostnameTarget
    }),
    committer: { name: config.committerName, email: config.committerEmail },
    version,
    built: manifest.octavo?.built ?? statSync(manifestFile).mtime.toISOString()
  }
}

/** Works again and again for as long as the layer lives. A store that is away, or full, is asked again after a while. */
const working = <A>(work: Effect.Effect<A, ObjectsError>) =>
  work.pipe(
    // also what is no failure of the work: a queue that can't note the end of a job
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logWarning("The worker waits for the store", describeError(cause))),
    Effect.retry(whileAway),
    Effect.forever,
    Effect.forkScoped
  )

/** How soon it is found out that a change request has conflicts. */
const conflictsEvery = "30 seconds"

const mailNotificationsEvery = "30 seconds"

/** How often deleted spaces are looked at for whether their time is over. */
const sweepEvery = "10 minutes"

/** How often spaces are looked for whose content is not indexed yet. */
const indexEvery = "10 seconds"

/** How often OpenAPI specifications are looked for that are to be fetched again. */
const refreshEvery = "1 minute"

/** Spaces whose pictures of other hosts are fetched at a time: a host that does not answer holds up one of them. */
const pictureWorkers = 3

/** How often pictures of other hosts are looked for that are to be fetched, or tried again. */
const picturesEvery = "1 minute"

/** How often spaces are looked for whose sections have no vectors yet. */
const embeddingsEvery = "1 minute"

/** How often deliveries to webhooks are looked for that a process left behind. */
const deliveriesEvery = "15 seconds"

/** How often events of readers are written. */
const flushEvery = "5 seconds"

/** How often files' bytes are looked for that nothing names, and jobs that ended long ago. */
const collectEvery = "6 hours"

/** How often custom hostnames and e-mail domains are looked for whose DNS records are to be checked. */
const hostnamesEvery = "30 seconds"

/** How often it is looked whether a newer program has migrated the store. */
const versionEvery = "10 seconds"

/** Ends when a newer program has migrated the store. */
const superseded = Effect.gen(function* () {
  const { check } = yield* StoreVersion
  const { message } = yield* check.pipe(
    Effect.catchTag("SqlError", () => Effect.void),
    Effect.repeat(Schedule.spaced(versionEvery)),
    Effect.flip
  )
  yield* Effect.logWarning(`This process takes no more jobs. ${message}`)
})

/** Takes jobs, of each queue one after the other. */
const workers = Effect.gen(function* () {
  const git = yield* GitJobs
  const gitCaches = yield* GitCaches
  const mails = yield* Mails
  const pictures = yield* RemotePictures
  const embeddings = yield* EmbeddingJobs
  const purge = yield* SpacePurge
  const purges = yield* PurgeJobs
  const index = yield* ContentIndex
  const events = yield* Events
  const insights = yield* Insights
  const imports = yield* ImportJobs
  const notifications = yield* Notifications
  const notificationMails = yield* NotificationMails
  const blobs = yield* BlobCollector
  const jobs = yield* Jobs
  const openapi = yield* OpenApiJobs
  const hostnames = yield* Hostnames
  const domains = yield* EmailDomains
  const conflicts = yield* ConflictWatch
  const conversations = yield* ConversationAnalysis
  const uploads = yield* Uploads
  const siteExports = yield* SiteExports
  const siteExportJobs = yield* SiteExportJobs
  const translations = yield* TranslationJobs
  const webhooks = yield* WebhookJobs
  yield* working(git.work)
  yield* working(openapi.work)
  yield* working(translations.work)
  yield* working(Effect.andThen(openapi.sweep, Effect.sleep(refreshEvery)))
  yield* working(mails.work)
  yield* working(Effect.andThen(webhooks.work, webhooks.wait))
  yield* working(Effect.andThen(webhooks.release, Effect.sleep(deliveriesEvery)))
  yield* working(Effect.andThen(webhooks.sweep, Effect.sleep(sweepEvery)))
  for (let worker = 0; worker < pictureWorkers; worker++) yield* working(pictures.work)
  yield* working(Effect.andThen(pictures.sweep, Effect.sleep(picturesEvery)))
  yield* working(embeddings.work)
  yield* working(Effect.andThen(embeddings.sweep, Effect.sleep(embeddingsEvery)))
  yield* working(purge.work)
  yield* working(purges.work)
  yield* working(conversations.work)
  yield* working(imports.work)
  yield* working(siteExportJobs.work)
  yield* working(Effect.andThen(siteExports.sweep, Effect.sleep(sweepEvery)))
  yield* working(Effect.andThen(purge.sweep, Effect.sleep(sweepEvery)))
  yield* working(Effect.andThen(insights.flush, Effect.sleep(flushEvery)))
  yield* Effect.addFinalizer(() => Effect.ignore(insights.flush))
  yield* working(Effect.andThen(insights.sweep, Effect.sleep(sweepEvery)))
  yield* working(Effect.andThen(index.sweep, Effect.sleep(indexEvery)))
  yield* working(Effect.andThen(conflicts.sweep, Effect.sleep(conflictsEvery)))
  yield* working(Effect.andThen(notificationMails.sweep, Effect.sleep(mailNotificationsEvery)))
  yield* working(Effect.andThen(notifications.sweep, Effect.sleep(sweepEvery)))
  yield* working(Effect.andThen(events.sweep, Effect.sleep(sweepEvery)))
  yield* working(Effect.andThen(uploads.sweep, Effect.sleep(sweepEvery)))
  yield* working(Effect.andThen(Effect.sleep(collectEvery), blobs.collect()))
  yield* working(Effect.andThen(Effect.sleep(collectEvery), gitCaches.sweep))
  yield* working(Effect.andThen(jobs.clean, Effect.sleep(collectEvery)))
  yield* working(Effect.andThen(Effect.andThen(hostnames.sweep, domains.sweep), Effect.sleep(hostnamesEvery)))
})

/** As long as the store is of this program; what runs when a newer one has migrated it is given back, for that one. */
const workerLayer = Layer.effectDiscard(
  Effect.forkScoped(Effect.raceFirst(Effect.scoped(Effect.andThen(workers, Effect.never)), superseded))
)

/** What mail is sent with; `undefined` without a mail server. Throws a `ConfigError` for settings that cannot be used. */
export const mailConfig = ({ mailFrom, smtpUrl }: OctavoConfig): SmtpMailer.SmtpConfig | undefined => {
  if (smtpUrl === undefined) return undefined
  if (mailFrom === undefined) {
    throw new ConfigError(
      `${labelOf("mailFrom")} is needed with a mail server: the sender, like Docs <docs@example.com>`
    )
  }
  return { url: redacted(smtpUrl), from: mailFrom }
}

/** Mail over the configured server, or to where the operator looks. */
const mailerLayer = (config: OctavoConfig) =>
  Layer.suspend(() => {
    const smtp = mailConfig(config)
    if (smtp !== undefined) return SmtpMailer.layer(smtp)
    return config.terminal === undefined ? Mailer.log : Mailer.terminal(config.terminal)
  })

/** Who is asked about custom hostnames. */
const dnsConfig = ({ dnsServers }: OctavoConfig): NodeDns.DnsConfig => ({
  servers: dnsServers?.split(",").map((one) => one.trim())
})

/** What translates; `undefined` when nothing is set. Throws a `ConfigError` for settings that cannot be used. */
export const translatorConfig = (config: OctavoConfig): TranslatorConfig | undefined => {
  const { translator: provider, translatorKey: key, translatorUrl: url } = config
  if (provider === undefined) {
    if (url === undefined && key === undefined) return undefined
    throw new ConfigError(`${labelOf("translator")} must say what is at that address: deepl or libretranslate`)
  }
  if (provider !== "deepl" && provider !== "libretranslate") {
    throw new ConfigError(`${labelOf("translator")} must be deepl or libretranslate`)
  }
  if (provider === "deepl" && key === undefined) {
    throw new ConfigError(`${labelOf("translatorKey")} is needed for DeepL`)
  }
  return { provider, url, key: key === undefined ? undefined : redacted(key) }
}

/** The renderer that is told of changes; `undefined` without one. Throws a `ConfigError` for settings that cannot be used. */
export const rendererConfig = ({ rendererSecret, rendererUrl }: OctavoConfig): RendererConfig | undefined => {
  if (rendererUrl === undefined) return undefined
  if (rendererSecret === undefined) {
    throw new ConfigError(`${labelOf("rendererSecret")} is needed with a renderer: its GITBOOK_SECRET`)
  }
  return { url: rendererUrl, secret: redacted(rendererSecret) }
}

/** Loaded when there is something to be told. */
const rendererLayer = (config: OctavoConfig) =>
  Layer.unwrap(
    Effect.sync(() => rendererConfig(config)).pipe(
      Effect.flatMap((settings) =>
        settings === undefined
          ? Effect.succeed(Layer.empty)
          : Effect.map(
              Effect.promise(() => import("@octavo/outbound/renderer")),
              ({ make }) => Layer.succeed(Renderer, make(settings))
            )
      )
    )
  )

/** Loaded when there is something to be used. */
const translatorLayer = (config: OctavoConfig) =>
  Layer.unwrap(
    Effect.sync(() => translatorConfig(config)).pipe(
      Effect.flatMap((settings) =>
        settings === undefined
          ? Effect.succeed(Layer.empty)
          : Effect.map(
              Effect.promise(() => import("@octavo/outbound/translators")),
              ({ make }) => Layer.succeed(Translator, make(settings))
            )
      )
    )
  )

/** Adapters that work in threads of their own. */
const threadsLayer = Layer.suspend(() => {
  const environment = threadEnvironment()
  return Layer.mergeAll(Pdf.layer({ environment }), OpenApi.layer({ environment }), Clustering.layer({ environment }))
})

/** What streams of events may be. */
const eventSettings = ({ eventTimes, maxStreams, streamsLimit }: OctavoConfig): EventSettings => ({
  ...eventDefaults,
  ...eventTimes,
  perPerson: streamsLimit ?? settings.streamsLimit.fallback,
  perProcess: maxStreams ?? settings.maxStreams.fallback
})

/** How much of each thing the installation takes. */
const boundsLayer = ({
  cacheMb = settings.cacheMb.fallback,
  fileBytes,
  pageBytes,
  remoteImages,
  storageBytes
}: OctavoConfig) =>
  Layer.mergeAll(
    Layer.sync(TakesPicturesIn, () => remoteImagesOf(remoteImages) === "fetch"),
    Layer.effectDiscard(
      Effect.sync(() => {
        useNativeHash()
        setCacheBudget(cacheMb * 1_000_000)
      })
    ),
    Layer.succeed(MaxPageBytes, pageBytes ?? defaultPageBytes),
    Layer.succeed(MaxFileBytes, fileBytes ?? defaultFileBytes),
    Layer.succeed(MaxStorageBytes, storageBytes)
  )

/** All services over the store and adapters of the configuration. */
export const octavoLayer = (config: OctavoConfig) =>
  (config.worker === false ? Layer.empty : workerLayer).pipe(
    Layer.provideMerge(servicesLayer.pipe(Layer.provideMerge(staticSitesLayer(config)), Layer.provide(processWorker))),
    Layer.provideMerge(boundsLayer(config)),
    Layer.provideMerge(Layer.sync(CurrentEventSettings, () => eventSettings(config))),
    Layer.provideMerge(computeLayer(config.tasks)),
    Layer.provideMerge(fileStorageLayer(config)),
    Layer.provideMerge(rateLimitsLayer(config)),
    Layer.provideMerge(storeLayer(config).pipe(Layer.provide(processWorker))),
    Layer.provideMerge(Layer.sync(Instance, () => instanceConfig(config))),
    Layer.provideMerge(mailerLayer(config)),
    Layer.provideMerge(modelsLayer(config)),
    Layer.provideMerge(Layer.suspend(() => NodeDns.layer(dnsConfig(config)))),
    Layer.provideMerge(templatesLayer),
    Layer.provideMerge(Saml.layer),
    Layer.provideMerge(oidcLayer(config)),
    Layer.provideMerge(translatorLayer(config)),
    Layer.provideMerge(rendererLayer(config)),
    Layer.provideMerge(threadsLayer),
    Layer.provideMerge(NodeFetcher.layer({ allowPrivateNetworks: config.allowPrivateNetworks ?? false })),
    Layer.provideMerge(
      Layer.succeed(Receiver, NodeReceiver.make({ allowPrivateNetworks: config.allowPrivateNetworks ?? false }))
    ),
    Layer.provideMerge(
      GitCli.layer({
        cacheDirectory: join(dataDirectory(config), "git"),
        allowPrivateNetworks: config.allowPrivateNetworks ?? false,
        ...ifDefined(config.gitTimeout, (seconds) => ({ timeoutMs: seconds * 1000 }))
      })
    )
  )

/** Everything that an embedder can ask for. */
export type Octavo = Layer.Success<ReturnType<typeof octavoLayer>>
