/**
 * Structured documents of pages, reusable contents and comments: the Markdown is what is kept, the document is made of
 * it and written back into it. References lead to pages, files and reusable contents of the revision by their ids.
 */
import type { RichDocument, RichProblem } from "@octavo/document"
import { Effect } from "effect"
import { compute, computeAsking, computeKept } from "../../kernel/compute/Compute.ts"
import { inBatches } from "../../kernel/compute/inBatches.ts"
import { type DocumentJson, documentOfJson, jsonOfDocument, jsonPerText } from "../../kernel/shared/documentJson.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { SentDocuments, sentDocument } from "../../kernel/shared/sentDocuments.ts"
import { factsOf } from "../../kernel/texts/PageFacts.ts"
import { type ContentWork, dereferencedTask, includedContents, type LoadedText } from "./dereference.ts"
import {
  type DocumentPlace,
  hrefOf,
  hrefsOf,
  leading,
  markerOf,
  queryOf,
  resolveAll,
  withHrefs
} from "./documentReferences.ts"
import {
  type DocumentWork,
  documentRefs,
  documentsTask,
  documentTask,
  nameOf,
  revertedBlocks,
  writtenText
} from "./documentTasks.ts"
import type { ObjectsError } from "./model/Objects.ts"
import type { FileRecord } from "./model/Records.ts"
import type { Revision } from "./model/RevisionTree.ts"

/** What a document of a text is made of. */
const documentWork = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, text: string) {
  const refs = yield* resolveAll(tree, place, hrefsOf(yield* factsOf(text)))
  return { text, refs: leading(refs), titled: place.titled } satisfies DocumentWork
})

/** The document of a text, in JSON, with some of its blocks as they were in another; or which of them are in neither. */
export const revertedDocument = Effect.fnUntraced(function* (
  now: { readonly tree: Revision; readonly place: DocumentPlace; readonly text: string },
  before: { readonly tree: Revision; readonly place: DocumentPlace; readonly text: string },
  keys: ReadonlyArray<string>
) {
  const work = {
    now: yield* documentWork(now.tree, now.place, now.text),
    before: yield* documentWork(before.tree, before.place, before.text),
    keys
  }
  const made = yield* compute(revertedBlocks, work, now.text.length + before.text.length)
  return "unknown" in made ? made : { json: utf8.decode(made.json) }
})

/**
 * The document of a text. It is kept by the text and by what its hrefs lead to, and is all made of these: so an edit of a
 * space leaves the documents of its other pages as they are, unless their links lead elsewhere since.
 */
export const documentOf = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, text: string) {
  const work = yield* documentWork(tree, place, text)
  const key = contentHash(utf8.encode(`${place.titled} ${JSON.stringify(Array.from(work.refs))}\n${text}`))
  return documentOfJson<RichDocument>(yield* computeKept(documentTask, key, work, text.length))
})

/**
 * The document of a text with reusable content in the place of what includes it.
 * @param load reusable content; undefined when it is not there
 */
export const dereferencedDocument = Effect.fnUntraced(function* <E>(
  tree: Revision,
  place: DocumentPlace,
  text: string,
  load: (id: string) => Effect.Effect<LoadedText | undefined, E>
) {
  const document = yield* documentOf(tree, place, text)
  const included = yield* includedContents(tree, place, text, load)
  if (included.size === 0) return document
  const own = encoded(document)
  const contents = new Map<string, ContentWork>()
  const names = [own.hash]
  let { length } = text
  for (const [id, content] of included) {
    const { hash, json } = encoded(yield* documentOf(tree, content.place, content.text))
    const size = content.text.length
    contents.set(id, { json, size })
    names.push(id, hash)
    length += size
  }
  const key = contentHash(utf8.encode(names.join(" ")))
  return documentOfJson<RichDocument>(
    yield* computeKept(dereferencedTask, key, { document: own.json, contents }, length)
  )
})

/** A document as it is sent, with the hash of that. */
const encoded = (document: RichDocument): Required<DocumentJson> => {
  const made = jsonOfDocument(document)
  const json = made?.json ?? JSON.stringify(document)
  return { json, hash: made?.hash ?? contentHash(typeof json === "string" ? utf8.encode(json) : json) }
}

/**
 * The documents of many texts, in their order, as they are sent: the texts of a list have no bound together, and neither
 * have documents, which are neither walked nor written here.
 */
export const documentsOf = (tree: Revision, place: DocumentPlace, texts: ReadonlyArray<string>) =>
  inBatches(texts, (some, length) =>
    Effect.map(
      computeAsking(
        documentsTask,
        { texts: some, titled: place.titled },
        (hrefs) => Effect.map(resolveAll(tree, place, hrefs), leading),
        length
      ),
      ({ ends, json }) =>
        ends.map((end, index) => documentOfJson<RichDocument>({ json: json.subarray(ends[index - 1] ?? 0, end) }))
    )
  )

/** Where in a request something is wrong with a document: in its whole text, when that is no JSON. */
export const placeOfProblem = (place: string, { path }: RichProblem): string =>
  path === "" ? place : `${place}.${path}`

/**
 * The text of a document, written into the one that is there; or why it cannot be.
 * @param nearest what cannot be written as it is gets the nearest form in which no letter is lost
 */
export const textOfDocument = Effect.fnUntraced(function* (
  tree: Revision,
  place: DocumentPlace,
  document: unknown,
  base: string,
  nearest = false
) {
  const sent = sentDocument(yield* SentDocuments, document)
  if (sent !== undefined) return yield* textOfJson(tree, place, sent, base, { isSent: true, nearest })
  // reading it may have taken long, as writing it may: whoever waits comes between
  yield* Effect.yieldNow
  return yield* textOfJson(tree, place, JSON.stringify(document) ?? "null", base, { isSent: false, nearest })
})

/**
 * The same of a document in JSON.
 * @param options isSent: nobody has looked into it since it came
 */
export const textOfJson = Effect.fnUntraced(function* (
  tree: Revision,
  place: DocumentPlace,
  json: string,
  base: string,
  { isSent, nearest } = { isSent: false, nearest: false }
): Effect.fn.Return<{ readonly text: string } | { readonly problem: RichProblem }, ObjectsError> {
  const length = json.length / jsonPerText
  const wanted = yield* compute(documentRefs, { document: json, isSent }, length)
  if ("problem" in wanted) return wanted
  const own = hrefsOf(yield* factsOf(base))
  // what is not there goes on being written as it is
  const missing = new Map<string, string>()
  // a client may not hand back the field that has a query: then it means the reference that the text has with one
  const asked = new Map<string, string>()
  const names = new Set<string>()
  for (const [href, ref] of yield* resolveAll(tree, place, own)) {
    if (ref === undefined) continue
    names.add(nameOf(ref))
    if ("broken" in ref && !missing.has(nameOf(ref))) missing.set(nameOf(ref), href)
    if (!("query" in ref)) continue
    const { query: _, ...rest } = ref
    if (!asked.has(nameOf(rest))) asked.set(nameOf(rest), href)
  }
  const hrefs = new Map<string, string | undefined>()
  for (const [name, ref] of wanted) {
    // whether what another space lacks is there by now is not for this reader to see
    const elsewhere = "space" in ref && ref.space !== undefined ? markerOf(ref) : undefined
    const written = names.has(name) ? undefined : asked.get(name)
    const known = ref.kind === "url" ? ref.url : (missing.get(name) ?? written ?? elsewhere)
    hrefs.set(name, known ?? (yield* hrefOf(tree, place, ref)) ?? markerOf(ref))
  }
  const all = [...own, ...Array.from(hrefs.values()).filter((href) => href !== undefined)]
  const refs = yield* resolveAll(tree, place, all)
  const { title, titled } = place
  const work = { document: json, isSent, nearest, base, refs: leading(refs), hrefs, titled, title }
  return yield* compute(writtenText, work, base.length + length)
})

/**
 * The text with every href of the space's content written by id, so that it stays right wherever it is read.
 * @param fileUrls addresses to write for files in place of their ids, by id
 */
export const withStableRefs = Effect.fnUntraced(function* (
  tree: Revision,
  place: DocumentPlace,
  text: string,
  fileUrls?: (file: FileRecord) => string
) {
  const facts = yield* factsOf(text)
  const refs = yield* resolveAll(tree, place, hrefsOf(facts))
  const urls = new Map<string, string>()
  for (const ref of fileUrls === undefined ? [] : refs.values()) {
    const file = ref?.kind === "file" ? yield* tree.file(ref.file) : undefined
    if (file !== undefined) urls.set(file.id, fileUrls!(file))
  }
  return yield* withHrefs(text, facts, (href) => {
    const ref = refs.get(href)
    if (ref !== undefined && "broken" in ref) return undefined
    switch (ref?.kind) {
      case "page":
        return `/pages/${ref.page}${queryOf(ref)}`
      case "anchor":
        return ref.page === undefined ? undefined : `/pages/${ref.page}${queryOf(ref)}#${encodeURI(ref.anchor)}`
      case "file":
        return urls.get(ref.file) ?? `/files/${ref.file}${queryOf(ref)}`
      case "reusable-content":
        return ref.space === undefined ? `/reusable-content/${ref.reusableContent}` : undefined
      default:
        return undefined
    }
  })
})

/** A text from its first block on. */
export const withoutHeader = (text: string) => Effect.map(factsOf(text), ({ begin }) => text.slice(begin))
