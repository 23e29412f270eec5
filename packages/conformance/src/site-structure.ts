/** Stories of sections, their groups, and the order of a site. */
import { describe, layer } from "@effect/vitest"
import { type StoreUnderTest, type Story, services } from "./harness.ts"
import { externalLinkStories } from "./site-external-links.ts"
import { orderStories } from "./site-order.ts"
import { groupStories } from "./site-section-groups.ts"
import { sectionStories } from "./site-sections.ts"
import { structureAccessStories } from "./site-structure-access.ts"
import { visitorStories } from "./site-structure-visitors.ts"
import { variantStories } from "./site-variants.ts"
import { versionStories } from "./site-versions.ts"

export const siteStructureSuite = (under: StoreUnderTest) =>
  describe(`structure of sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      sectionStories(story)
      structureAccessStories(story)
      groupStories(story)
      orderStories(story)
      externalLinkStories(story)
      variantStories(story)
      versionStories(story)
      visitorStories(story)
    })
  })
