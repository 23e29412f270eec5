import { Schema } from "effect"
import { expect, it } from "vitest"
import { defaultCustomization, SiteCustomizationSettings } from "../../../src/delivery/sites/customization.ts"

it("the looks of a new site have every member that the contract requires", () => {
  const settings = defaultCustomization({ title: "Docs" })
  expect(Schema.decodeUnknownSync(SiteCustomizationSettings)(settings)).toEqual(settings)
  expect(Object.keys(settings).sort()).toEqual([
    "advancedCustomization",
    "ai",
    "externalLinks",
    "favicon",
    "feedback",
    "footer",
    "git",
    "header",
    "insights",
    "internationalization",
    "pageActions",
    "pagination",
    "pdf",
    "privacyPolicy",
    "socialAccounts",
    "socialPreview",
    "styling",
    "themes",
    "title",
    "trademark"
  ])
})
