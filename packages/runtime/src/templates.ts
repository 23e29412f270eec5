/** The templates that come with Octavo: what they are, and the files of `../templates` in the order of their pages. */
import { readFileSync } from "node:fs"
import {
  SiteTemplate,
  type SiteTemplateSource,
  TemplateLibrary,
  type TemplateSource
} from "@octavo/core/content/templates/Template"
import { Layer } from "effect"

/** Ids are part of the API: they stay. */
const manifest: ReadonlyArray<Omit<TemplateSource, "pages"> & { readonly pages: ReadonlyArray<string> }> = [
  {
    id: "blank",
    title: "Blank",
    description: "One empty page.",
    contentRefs: {},
    pages: ["README.md"]
  },
  {
    id: "handbook",
    title: "Handbook",
    description: "How a team works: who we are, how we decide, what somebody new needs.",
    contentRefs: { contact: { description: "Where people of the team ask" } },
    pages: [
      "README.md",
      "welcome/README.md",
      "welcome/first-day.md",
      "welcome/first-month.md",
      "working/README.md",
      "working/meetings.md",
      "working/decisions.md",
      "working/writing.md",
      "people/README.md",
      "people/time-off.md",
      "people/expenses.md"
    ]
  },
  {
    id: "product-docs",
    title: "Product documentation",
    description: "A way in, guides and a reference for the users of a product.",
    contentRefs: { support: { description: "Where readers get help" } },
    pages: [
      "README.md",
      "getting-started/README.md",
      "getting-started/installation.md",
      "getting-started/quickstart.md",
      "guides/README.md",
      "guides/first-guide.md",
      "guides/how-it-works.md",
      "reference/README.md",
      "reference/settings.md",
      "reference/faq.md"
    ]
  },
  {
    id: "api-docs",
    title: "API documentation",
    description: "What developers need before and beside the reference of an HTTP API.",
    contentRefs: {
      openapi: { description: "The description of the API" },
      status: { description: "The status page of the service" }
    },
    pages: [
      "README.md",
      "guides/README.md",
      "guides/authentication.md",
      "guides/pagination.md",
      "guides/webhooks.md",
      "reference/README.md",
      "reference/errors.md",
      "reference/limits.md",
      "reference/versions.md"
    ]
  },
  {
    id: "changelog",
    title: "Changelog",
    description: "Releases, the latest first, and what their numbers mean.",
    contentRefs: { contact: { description: "Where readers ask about a release" } },
    pages: ["README.md", "releases.md"]
  },
  {
    id: "runbook",
    title: "Runbook",
    description: "Incidents and operations of a service, for whoever is on call.",
    contentRefs: {
      channel: { description: "Where incidents are talked about" },
      dashboard: { description: "Where the state of the service is seen" }
    },
    pages: [
      "README.md",
      "incidents/README.md",
      "incidents/service-down.md",
      "incidents/service-slow.md",
      "incidents/unknown.md",
      "incidents/review.md",
      "operations/README.md",
      "operations/release.md",
      "operations/rollback.md",
      "operations/backup.md"
    ]
  }
]

/** Every template with its texts. */
export const builtInTemplates = (): ReadonlyArray<TemplateSource> =>
  manifest.map((template) => ({
    ...template,
    pages: template.pages.map((path) => ({
      path,
      markdown: readFileSync(new URL(`../templates/${template.id}/${path}`, import.meta.url), "utf8")
    }))
  }))

const siteTemplate: SiteTemplateSource = {
  sections: [
    { title: "Documentation", icon: "book", template: "product-docs" },
    { title: "API", icon: "code", template: "api-docs" },
    { title: "Changelog", icon: "news", template: "changelog" }
  ]
}

export const templatesLayer = Layer.merge(
  Layer.sync(TemplateLibrary, builtInTemplates),
  Layer.succeed(SiteTemplate, siteTemplate)
)
