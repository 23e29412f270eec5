/** Search of everything: pages, spaces, sites, change requests, people, actions. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from "react"
import { organizationAddress } from "../../logic/addresses.ts"
import { nextEntry, type PaletteEntry, type PaletteGroup, paletteGroups } from "../../logic/palette.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Icon, type IconName } from "../parts/Icon.tsx"
import { go } from "../parts/navigation.ts"
import { app } from "../place.ts"
import { collectionsQuery, membersQuery, requestsQuery, searchQuery, spacesQuery } from "../queries.ts"
import { saveAndSignOut } from "../saving/signOut.ts"
import { sitesQuery } from "../sites/queries.ts"

const icons: Readonly<Record<PaletteGroup["title"], IconName>> = {
  Pages: "page",
  Spaces: "book",
  Sites: "globe",
  "Change requests": "request",
  People: "person",
  Actions: "bolt"
}

/** A value once it has stayed the same for a while. */
const useSettled = (value: string, milliseconds: number): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

interface SearchDialogProps {
  readonly organization: string | undefined
  readonly onClose: () => void
  readonly onNewSpace: () => void
}

export default ({ onClose, onNewSpace, organization }: SearchDialogProps) => {
  const [query, setQuery] = useState("")
  const [at, setAt] = useState(0)
  const id = useId()
  const asked = useSettled(query.trim(), 120)
  const own = organization ?? ""
  const enabled = organization !== undefined
  const spaces = useQuery({ ...spacesQuery(own), enabled })
  const collections = useQuery({ ...collectionsQuery(own), enabled })
  const sites = useQuery({ ...sitesQuery(own), enabled })
  const requests = useQuery({ ...requestsQuery(own, {}), enabled })
  const wanted = { enabled: enabled && asked !== "", placeholderData: keepPreviousData }
  const found = useQuery({ ...searchQuery(own, asked), ...wanted })
  const members = useQuery({ ...membersQuery(own, asked), ...wanted })
  const isLooking = query.trim() !== asked || (asked !== "" && found.isFetching)

  const groups = useMemo(
    () =>
      paletteGroups({
        query,
        app,
        spaces: spaces.data ?? [],
        collections: collections.data ?? [],
        sites: sites.data ?? [],
        organization: own,
        changeRequests: requests.data?.items ?? [],
        members: members.data?.items ?? [],
        found: found.data?.items ?? [],
        actions: [
          ...(organization === undefined ? [] : [{ id: "home", title: "Go to home", href: organizationAddress(own) }]),
          ...(organization === undefined ? [] : [{ id: "new-space", title: "New space", action: "new-space" }]),
          { id: "account", title: "Account", href: "/account" },
          { id: "organizations", title: "Other organization", href: "/?choose=1" },
          { id: "sign-out", title: "Sign out", action: "sign-out" }
        ]
      }),
    [query, organization, own, spaces.data, collections.data, sites.data, requests.data, members.data, found.data]
  )
  const shown = useDeferredValue(groups)
  const entries = shown.flatMap((group) => group.entries)
  const active = Math.min(at, entries.length - 1)

  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    if (entry.action === "new-space") return onNewSpace()
    onClose()
    if (entry.action === "sign-out") return void saveAndSignOut()
    if (entry.href?.startsWith("/")) return go(entry.href)
    if (entry.href !== undefined) location.assign(entry.href)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextEntry(event.key, active, entries.length)
    if (next !== undefined) {
      event.preventDefault()
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" })
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(entries[active])
    }
  }

  let index = -1
  return (
    <Dialog title="Search" kind="palette" onClose={onClose}>
      <div className="palette-head">
        <Icon name="search" />
        <input
          autoFocus
          className="palette-input"
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={512}
          placeholder="Pages, spaces, sites, change requests, people"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Results">
        {shown.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group.title} role="group" aria-label={group.title} className="palette-group">
            <div className="palette-label" aria-hidden="true">
              {group.title}
            </div>
            {group.entries.map((entry) => {
              index++
              const own = index
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the textbox has the focus, and names the option
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the textbox
                <div
                  key={entry.id}
                  id={`${id}-${own}`}
                  role="option"
                  aria-selected={own === active}
                  className="palette-entry"
                  onPointerMove={() => setAt(own)}
                  onClick={() => choose(entry)}
                >
                  <span className="palette-icon" aria-hidden="true">
                    {entry.emoji ?? <Icon name={icons[group.title]} />}
                  </span>
                  <span className="palette-title">{entry.title}</span>
                  {entry.note === undefined ? null : <span className="palette-note">{entry.note}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {found.isError
          ? "The search could not be made. Try again."
          : entries.length > 0
            ? `${entries.length} ${entries.length === 1 ? "result" : "results"}: arrows choose, Enter opens`
            : isLooking
              ? "Searching"
              : `Nothing has “${query.trim()}” in it.`}
      </p>
    </Dialog>
  )
}
