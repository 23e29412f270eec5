/** Says where readers are led from an address of a site. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { parsedUrl } from "../../../logic/addresses.ts"
import { problemOf } from "../../../logic/problems.ts"
import { client } from "../../client.ts"
import { TextLine } from "../../parts/fields.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"

interface TryAddressProps {
  readonly organization: string
  readonly site: string
  /** Where the site is read. */
  readonly published: string | undefined
}

/** The path below the root of the site, of a path or of a whole address of it. */
const pathBelow = (text: string, published: string | undefined): string => {
  const asked = text.trim()
  const whole = parsedUrl(asked)
  if (whole === undefined) return asked.startsWith("/") ? asked : `/${asked}`
  const root = published === undefined ? "/" : new URL(published).pathname
  const path = whole.pathname.startsWith(root) ? whole.pathname.slice(root.length - 1) : whole.pathname
  return path.length > 1 ? path.replace(/\/$/, "") : path
}

export const TryAddress = ({ organization, published, site }: TryAddressProps) => {
  const [text, setText] = useState("")
  const look = useMutation({
    mutationFn: async () => {
      const source = pathBelow(text, published)
      try {
        const params = { organizationId: organization, siteId: site }
        const { target } = await client.siteRedirects.getSiteRedirectBySource({ params, query: { source } })
        return { source, target }
      } catch (error) {
        if ((error as { readonly status?: number }).status === 404) return { source, target: undefined }
        throw error
      }
    }
  })
  const submit = submitOnce(look)
  return (
    <section aria-labelledby="Try">
      <h2 id="Try">Try an address</h2>
      <form className="line-form" onSubmit={submit}>
        <TextLine
          label="Address of the site"
          value={text}
          onChange={setText}
          required
          placeholder="/old/install.html"
        />
        <button type="submit" className="button secondary" disabled={text.trim() === ""}>
          Try
        </button>
      </form>
      <p aria-live="polite">
        {look.data === undefined ? null : look.data.target === undefined ? (
          `${look.data.source} is not redirected: a page is there, or nothing.`
        ) : (
          <>
            {look.data.source} leads to{" "}
            <a href={look.data.target} target="_blank" rel="noopener">
              {look.data.target}
            </a>
          </>
        )}
        {look.isError ? problemOf(look.error, navigator.onLine).text : null}
      </p>
    </section>
  )
}
