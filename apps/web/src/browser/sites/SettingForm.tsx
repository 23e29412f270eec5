/** What forms of a site's settings have in common. */
import type { Site } from "../../logic/api.ts"
import { submitOnce } from "../parts/submitOnce.ts"
import { useSiteWork } from "./useSiteWork.ts"

export interface SettingProps {
  readonly organization: string
  readonly site: Site
}

/** A form that changes something of the site. @param work answers what the status region says when it is done */
export const useSaving = ({ organization, site }: SettingProps, work: () => Promise<string>) => {
  const save = useSiteWork(organization, site.id, work, () => undefined)
  const submit = submitOnce(save)
  return { save, submit }
}
