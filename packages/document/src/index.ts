/** The Markdown dialect of Octavo: plain functions on plain data, no I/O, nothing here throws. */
export { annotationOf } from "./annotations.ts"
export * from "./ast.ts"
export { type Branch, branchesOf, chooseBranches, cutBranches, type Decide, hasConditions } from "./conditions.ts"
export * from "./config.ts"
export { inlineTypes } from "./content.ts"
export { decodeEntities } from "./entities.ts"
export { displayText, exactBytes, exactText, isReadable, unreadableBytes } from "./exactText.ts"
export {
  type Frontmatter,
  type PageCover,
  type PageFields,
  type PageLayout,
  type PageTag,
  pageFields
} from "./frontmatter.ts"
export { currentId, lettered, storedId, withCurrentIds, withEarlierIds } from "./ids.ts"
export { isMarkdown, joinPath, plainHref, relativeHref, resolveHref, type Target } from "./links.ts"
export { lintDescription } from "./lint/lintDescription.ts"
export { type LintLink, lintPage, type PageLint } from "./lint/lintPage.ts"
export { type LintedSpace, type LintInput, lintSpace } from "./lint/lintSpace.ts"
export { isLintRule, type LintProblem, type LintRule, lintRules, type Severity } from "./lint/rules.ts"
export { hasComments, isSilenced, type Silence, silencedIn, silencedInYaml, wholeFile } from "./lint/silenced.ts"
export { noteTextLength, takeLongestText } from "./longestText.ts"
export { carries, carryBytes } from "./merge/carry.ts"
export { type Compared, compare } from "./merge/compare.ts"
export { type MarkedClash, markedClashes, settleMarked } from "./merge/marked.ts"
export { type EditCollision, type MergedEdits, mergeEdits, type SettledCollision } from "./merge/mergeEdits.ts"
export {
  type MergedText,
  type MergeOptions,
  mergeText,
  type SettledClash,
  type SideNames,
  type TextClash
} from "./merge/mergeText.ts"
export type { Take } from "./merge/textBlocks.ts"
export { type OutlineEntry, type PageTitle, type ParsedPage, parsePage, readPage, withoutTitle } from "./parse.ts"
export { offsetAt, placeAt, type TextPlace } from "./places.ts"
export { printBlocks } from "./print/blocks.ts"
export { editFrontmatter, editTitle } from "./print/page.ts"
export { type BlockEdit, replaceBlocks } from "./print/replace.ts"
export { printSummary, type SummaryNode } from "./print/summary.ts"
export { editYaml, type YamlOptions } from "./print/yaml.ts"
export type { Reference, ReferenceKind } from "./references.ts"
export { isNamedAsPicture, isTrackingPixel, remotePicturesIn, remotePictureUrl } from "./remotePictures.ts"
export { hrefsIn, mayHaveDefinitions, rewriteLinks, rewriteReferences } from "./rewrite.ts"
export * from "./rich/index.ts"
export {
  fileToSlug,
  headingAnchor,
  makeSlugSet,
  type SlugSet,
  splitEmoji,
  titleToSlug,
  uniqueSlug
} from "./slug.ts"
export {
  configPaths,
  includeTitle,
  neededPaths,
  type PageFacts as PlannedFacts,
  type PlannedPage,
  pageFactsOf,
  planSpace,
  type SettingsFile,
  type SpaceFile,
  type SpaceInput,
  type SpacePlan,
  settingsFiles,
  settingsPaths,
  summaryPath
} from "./space.ts"
export { type ComputedSource, parseSummary, type Summary, type SummaryEntry } from "./summary.ts"
export { plainText, type Section, sections } from "./text.ts"
export { isWhole, plainSegment, segmentWords } from "./translate/segment.ts"
export {
  pageSegments,
  type Translate,
  type TranslatedPage,
  translatePage,
  translatePlain
} from "./translate/translatePage.ts"
export { childrenOf, visit } from "./visit.ts"
export { type PlacedYaml, readPlacedYaml } from "./yaml.ts"
