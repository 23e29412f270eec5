import { Context } from "effect"
import type { Announcement } from "../../kernel/announcements/Announcement.ts"

/** A redirect as a settings file has it: an old path below the space, and a page. */
export interface ImportedRedirect {
  readonly source: string
  /** `undefined` where it names no file: it goes on leading to the page that it led to, wherever that is now. */
  readonly pageId: string | undefined
}

export interface ImportedRedirects {
  readonly spaceId: string
  /** All of them: others that were asked for before are asked for no more. */
  readonly redirects: ReadonlyArray<ImportedRedirect>
}

/** Announces the redirects that the repository of a space asks for. */
export class RedirectsRead extends Context.Service<RedirectsRead, Announcement<ImportedRedirects>>()(
  "@octavo/core/content/git/RedirectsRead"
) {}
