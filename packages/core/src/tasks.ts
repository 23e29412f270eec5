/** The table of all tasks, by the names under which threads are asked for them. */

import { extractedIssues } from "./connections/conversations/extract.ts"
import { lintedDescriptions, lintedPages, lintedText } from "./content/checks/lintTask.ts"
import { searchedPage } from "./content/content-index/searchTask.ts"
import { matchedRenames, neededTexts, plannedSpace, surveyedTexts } from "./content/git/planTasks.ts"
import { contentLossTask } from "./content/imports/contentLoss.ts"
import { remotePictures } from "./content/remote-pictures/pictureTask.ts"
import { dereferencedTask } from "./content/revisions/dereference.ts"
import { documentRefs, documentTask, revertedBlocks, writtenText } from "./content/revisions/documentTasks.ts"
import { markedPlaces, mergedEdits, mergeTexts, settledMarks } from "./content/revisions/merge/mergeTask.ts"
import { earlierBlocks } from "./content/space-content/blame.ts"
import { segments, translated } from "./content/translations/translateTasks.ts"
import { pageFacts } from "./kernel/texts/PageFacts.ts"
import { readTexts, textSections } from "./kernel/texts/readTexts.ts"
import { carried, cut, evaluated, retitled, rewrite } from "./kernel/texts/textTasks.ts"

export const tasks = {
  facts: pageFacts,
  read: readTexts,
  sections: textSections,
  pictures: remotePictures,
  rewrite,
  retitled,
  cut,
  carried,
  evaluated,
  surveyed: surveyedTexts,
  needed: neededTexts,
  planned: plannedSpace,
  renamed: matchedRenames,
  lost: contentLossTask,
  segments,
  translated,
  merge: mergeTexts,
  edits: mergedEdits,
  document: documentTask,
  dereferenced: dereferencedTask,
  reverted: revertedBlocks,
  refs: documentRefs,
  written: writtenText,
  searched: searchedPage,
  linted: lintedText,
  lints: lintedPages,
  descriptions: lintedDescriptions,
  extracted: extractedIssues,
  earlier: earlierBlocks,
  marked: markedPlaces,
  settled: settledMarks
}
