/** The table of all tasks, by the names under which threads are asked for them. */
import { documentRefs, documentTask, revertedBlocks, writtenText } from "./content/documentTasks.ts"
import { mergeTexts } from "./content/merge/mergeTask.ts"
import { matchedRenames, neededTexts, plannedSpace, surveyedTexts } from "./git/planTasks.ts"
import { lostText } from "./imports/whatIsLost.ts"
import { searchedPage } from "./search/searchTask.ts"
import { pageFacts } from "./texts/PageFacts.ts"
import { carried, cut, evaluated, retitled, rewrite } from "./texts/textTasks.ts"
import { segments, translated } from "./translations/translateTasks.ts"

export const tasks = {
  facts: pageFacts,
  rewrite,
  retitled,
  cut,
  carried,
  evaluated,
  surveyed: surveyedTexts,
  needed: neededTexts,
  planned: plannedSpace,
  renamed: matchedRenames,
  lost: lostText,
  segments,
  translated,
  merge: mergeTexts,
  document: documentTask,
  reverted: revertedBlocks,
  refs: documentRefs,
  written: writtenText,
  searched: searchedPage
}
