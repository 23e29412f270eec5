/** The share links of a site: made, copied, turned off and on, deleted. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, lazy, Suspense, useState } from "react"
import type { ShareLink } from "../../../logic/api.ts"
import { problemOf } from "../../../logic/problems.ts"
import { ago } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { copyText } from "../../parts/copy.ts"
import { TextLine } from "../../parts/fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { tell } from "../../parts/status.tsx"
import { siteShareLinksQuery } from "../queries.ts"
import { type SettingProps, useSaving } from "../SettingForm.tsx"

const DeleteShareLinkDialog = lazy(() => import("./DeleteShareLinkDialog.tsx"))

export const ShareLinks = (part: SettingProps) => {
  const { organization, site } = part
  const query = siteShareLinksQuery(organization, site.id)
  const links = useQuery(query)
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [menu, setMenu] = useState<{ readonly link: ShareLink; readonly anchor: Element }>()
  const [deleted, setDeleted] = useState<ShareLink>()
  const params = { organizationId: organization, siteId: site.id }
  const { save: make, submit } = useSaving(part, async () => {
    const made = await client.siteShareLinks.createSiteShareLink({ params, payload: { name: name.trim() } })
    setName("")
    return `The share link “${made.name}” was made`
  })
  const turn = useMutation({
    mutationFn: ({ active, id }: ShareLink) =>
      client.siteShareLinks.updateSiteShareLinkById({
        params: { ...params, shareLinkId: id },
        payload: { active: !active }
      }),
    onSuccess: async ({ active, name }) => {
      await queries.invalidateQueries({ queryKey: query.queryKey })
      tell(`The share link “${name}” was turned ${active ? "on" : "off"}`)
    }
  })
  const onSubmit = (event: FormEvent) => {
    if (name.trim() === "") event.preventDefault()
    else submit(event)
  }
  const all = links.data ?? []
  return (
    <section aria-labelledby="Share-links">
      <h2 id="Share-links">Share links</h2>
      <p className="note">
        {site.visibility === "share-link"
          ? "Who comes with one of these reads the site, and whoever they hand it to. One that is turned off or deleted lets nobody in any more."
          : "They are needed where the site is for those who come with a share link; it is for others now."}
      </p>
      {links.isError ? (
        <p className="field-error" role="alert">
          {problemOf(links.error, navigator.onLine).text}
        </p>
      ) : links.data === undefined ? (
        <Waiting lines={1} />
      ) : null}
      {all.length === 0 ? null : (
        <ul className="rows" aria-labelledby="Share-links">
          {all.map((link) => (
            <li key={link.id} className="version-row">
              <span className="version-title">{link.name}</span>
              <span className="version-chips">{link.active ? null : <span className="chip">Off</span>}</span>
              <span className="version-address share-made">Made {ago(link.createdAt, Date.now())}</span>
              <button
                type="button"
                className="button secondary"
                aria-label={`Copy ${link.name}`}
                disabled={link.urls.published === undefined}
                onClick={() => void copyText(link.urls.published ?? "", `The link “${link.name}”`)}
              >
                Copy
              </button>
              <button
                type="button"
                className="tool"
                aria-label={`Actions for ${link.name}`}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => setMenu({ link, anchor: currentTarget })}
              >
                <Icon name="more" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="line-form" onSubmit={onSubmit}>
        <TextLine label="Name of a new link" value={name} onChange={setName} maxLength={50} placeholder="Customers" />
        <button type="submit" className="button secondary" disabled={name.trim() === "" || make.isPending}>
          Make a link
        </button>
      </form>
      <Problem work={turn.isError ? turn : make} />
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.link.name}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => turn.mutate(menu.link)}>{menu.link.active ? "Turn off" : "Turn on"}</PopMenuItem>
          <PopMenuItem onAction={() => setDeleted(menu.link)} isDanger>
            Delete
          </PopMenuItem>
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {deleted === undefined ? null : (
          <DeleteShareLinkDialog
            organization={organization}
            site={site.id}
            link={deleted}
            onClose={() => setDeleted(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}
