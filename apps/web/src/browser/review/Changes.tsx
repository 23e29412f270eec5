/** What changed from one revision to another: the list of pages and files, and each with what is another in it. */
import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from "react"
import { pageAddress } from "../../logic/addresses.ts"
import type { ChangeRequest, Review, SemanticChange } from "../../logic/api.ts"
import { type ChangedItem, changedItems } from "../../logic/review.ts"
import { ago, counted } from "../../logic/words.ts"
import type { CommentsOf } from "../comments/commentsOf.ts"
import { AppLink } from "../parts/AppLink.tsx"
import { Empty, Waiting } from "../parts/screen.tsx"
import { nameOf } from "../shell/Person.tsx"
import { FileComparison } from "./FileComparison.tsx"
import { PageComparison, type ShownAs } from "./PageComparison.tsx"
import { PageTalk } from "./PageTalk.tsx"
import { SeenMark, useSeenPages } from "./SeenMark.tsx"
import { useAllChanges } from "./useAllChanges.ts"

interface ChangesProps {
  readonly request: ChangeRequest
  readonly talk: CommentsOf
  /** An earlier review: what was edited after it is shown alone. */
  readonly since: Review | undefined
  readonly onAll: () => void
}

export const Changes = ({ onAll, request, since, talk }: ChangesProps) => {
  const { id, number, revision, revisionInitial, revisionMergedAncestor, space } = request
  const all = useAllChanges(space, revision, { changeRequest: id })
  const later = useAllChanges(space, revision, { since: since?.revision }, since !== undefined)
  const data = since === undefined ? all : later
  const { seen, set } = useSeenPages(request)
  const compared = (
    <ComparedItems
      key={since?.id}
      space={space}
      number={String(number)}
      before={since?.revision ?? revisionMergedAncestor ?? revisionInitial}
      after={revision}
      changes={data.changes}
      more={data.more}
      seen={seen}
      onSeen={set}
      talk={talk}
      empty={
        <p>
          <AppLink href={pageAddress(space, "", String(number))}>Edit its pages</AppLink>, and what changes stands here.
        </p>
      }
    />
  )
  return since === undefined ? (
    compared
  ) : (
    <>
      <p className="since" role="status">
        What was edited since {nameOf(since.reviewer)} reviewed it, {ago(since.createdAt, Date.now())}.{" "}
        <button type="button" className="text-button" onClick={onAll}>
          All changes
        </button>
      </p>
      {compared}
    </>
  )
}

interface ComparedItemsProps {
  readonly space: string
  /** Number of the change request whose pages the titles lead to; those of the live content without one. */
  readonly number?: string | undefined
  /** Revisions that are compared. */
  readonly before: string | undefined
  readonly after: string
  readonly changes: ReadonlyArray<SemanticChange> | undefined
  /** How many changes are not among these. */
  readonly more?: number | undefined
  /** What is said where nothing changed. */
  readonly empty?: ReactNode
  /** Ids of the pages that are seen as they are; absent where nobody marks them. */
  readonly seen?: ReadonlySet<string> | undefined
  readonly onSeen?: ((page: string, isSeen: boolean) => void) | undefined
  /** The change request in which pages and their blocks are talked about. */
  readonly talk?: CommentsOf | undefined
}

export const ComparedItems = (props: ComparedItemsProps) => {
  const { after, before, changes, empty, more, number, onSeen, seen, space, talk } = props
  const all = useMemo(() => (changes === undefined ? undefined : changedItems(changes)), [changes])
  const items = useFirstItems(all)
  const [shownAs, setShownAs] = useState<ShownAs>("page")
  const region = useRef<HTMLElement>(null)
  const goTo = useSteps(region)
  const isSeen = ({ id, kind }: ChangedItem): boolean => kind === "page" && seen?.has(id) === true
  if (items === undefined) return <Waiting lines={6} />
  if (items.length === 0)
    return (
      <section aria-label="Changes">
        <h2>Changes</h2>
        <Empty title="Nothing is changed">{empty}</Empty>
      </section>
    )
  return (
    <>
      <section className="changed-list" aria-label="What changes">
        <h2>
          {counted(all?.length ?? 0, "change")}
          {seen === undefined || seen.size === 0 ? null : (
            <span className="note"> · {counted(items.filter(isSeen).length, "page")} seen</span>
          )}
        </h2>
        <ul className="rows" aria-label="Changed pages">
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <a className="row" href={`#${anchorOf(item)}`}>
                <span className="row-title">{item.title}</span>
                {isSeen(item) ? <span className="chip">Seen</span> : null}
                <Kinds item={item} />
              </a>
            </li>
          ))}
        </ul>
        {more ? <p className="note">{counted(more, "more change")} on the way.</p> : null}
      </section>
      <section className="changes" aria-label="Changes" ref={region}>
        <div className="changes-bar">
          <h2>Changes</h2>
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons of a bar are no fieldset */}
          <div className="toggle" role="group" aria-label="Show as">
            {(["page", "source"] as const).map((one) => (
              <button key={one} type="button" aria-pressed={shownAs === one} onClick={() => setShownAs(one)}>
                {one === "page" ? "Page" : "Source"}
              </button>
            ))}
          </div>
          <button type="button" className="tool" aria-keyshortcuts="p" onClick={() => goTo(-1)}>
            Previous change
          </button>
          <button type="button" className="tool" aria-keyshortcuts="n" onClick={() => goTo(1)}>
            Next change
          </button>
        </div>
        {items.map((item) => (
          <Item
            key={`${item.kind} ${item.id}`}
            item={item}
            space={space}
            number={number}
            before={before}
            after={after}
            shownAs={shownAs}
            talk={talk}
            isSeen={isSeen(item)}
            onSeen={onSeen}
          />
        ))}
      </section>
    </>
  )
}

/** So many are seen before the others are drawn. */
const first = 40

/** The first of them at once, and all of them when those have been drawn. */
const useFirstItems = (all: ReadonlyArray<ChangedItem> | undefined): ReadonlyArray<ChangedItem> | undefined => {
  const [isWhole, setWhole] = useState(false)
  const isThere = all !== undefined
  useEffect(() => {
    if (!isThere) return
    const timer = setTimeout(() => startTransition(() => setWhole(true)), 300)
    return () => clearTimeout(timer)
  }, [isThere])
  return useMemo(() => (isWhole ? all : all?.slice(0, first)), [all, isWhole])
}

const anchorOf = ({ id, kind }: ChangedItem): string => `${kind}-${id}`

const Kinds = ({ item }: { readonly item: ChangedItem }) =>
  item.what.map((one) => (
    <span key={one} className={`chip change-${one.toLowerCase()}`}>
      {one}
    </span>
  ))

interface ItemProps extends Pick<ComparedItemsProps, "space" | "number" | "before" | "after" | "talk" | "onSeen"> {
  readonly isSeen: boolean
  readonly item: ChangedItem
  readonly shownAs: ShownAs
}

const Item = ({ after, before, isSeen, item, number, onSeen, shownAs, space, talk }: ItemProps) => {
  const place = useRef<HTMLElement>(null)
  const isNear = useIsNear(place)
  const { fields, hasText, isDeleted, kind, path, title } = item
  const href = kind === "page" && !isDeleted ? pageAddress(space, path, number) : undefined
  return (
    <article className="changed-item" id={anchorOf(item)} ref={place} aria-label={title}>
      <header className="changed-head">
        <h3>{href === undefined ? title : <AppLink href={href}>{title}</AppLink>}</h3>
        <Kinds item={item} />
        {kind === "page" && onSeen !== undefined ? (
          <SeenMark isSeen={isSeen} onChange={(next) => onSeen(item.id, next)} />
        ) : null}
      </header>
      {isSeen || fields.length === 0 ? null : (
        <dl className="changed-fields">
          {fields.map(({ after, before, name }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {before === undefined ? null : <del className="changed">{before}</del>}{" "}
                {after === undefined ? null : <ins className="changed">{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {item.file === undefined ? null : <FileComparison name={title} file={item.file} />}
      {isSeen || !hasText ? null : isNear ? (
        <PageComparison space={space} item={item} before={before} after={after} shownAs={shownAs} talk={talk} />
      ) : (
        <Waiting lines={3} />
      )}
      {isNear && !isSeen && kind === "page" && talk !== undefined ? <PageTalk page={item.id} talk={talk} /> : null}
    </article>
  )
}

/** Whether something has come near to what is seen; it stays so. */
const useIsNear = (place: { readonly current: HTMLElement | null }): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isNear) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: "600px" }
    )
    seen.observe(element)
    return () => seen.disconnect()
  }, [place, isNear])
  return isNear
}

const marked = "ins, del, .changed.edited"

/** The way from change to change: by the buttons, and by `n` and `p` where nobody writes. */
const useSteps = (region: { readonly current: HTMLElement | null }) => {
  const at = useRef<Element>(undefined)
  const goTo = (step: 1 | -1): void => {
    const all = [...(region.current?.querySelectorAll(marked) ?? [])].filter(
      (one) => one.parentElement?.closest(marked) === null
    )
    if (all.length === 0) return
    const last = at.current === undefined ? -1 : all.indexOf(at.current)
    const next = all[(last + step + (last === -1 && step === -1 ? 1 : 0) + all.length) % all.length]!
    at.current?.classList.remove("at")
    at.current = next
    next.classList.add("at")
    next.setAttribute("tabindex", "-1")
    ;(next as HTMLElement).focus({ preventScroll: true })
    next.scrollIntoView({ block: "center" })
  }
  const newest = useRef(goTo)
  newest.current = goTo
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isWriting = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === "n") newest.current(1)
      else if (event.key === "p") newest.current(-1)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return goTo
}
