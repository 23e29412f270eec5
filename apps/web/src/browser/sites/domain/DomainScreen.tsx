/** Where a site is read: its name on this server, a name of one's own domain, or a path of another host. */
import { plainUrl } from "../../../logic/addresses.ts"
import type { Site } from "../../../logic/api.ts"
import { SitePartScreen } from "../SitePartScreen.tsx"
import { Basename } from "./Basename.tsx"
import { Hostname } from "./Hostname.tsx"
import { HostPath } from "./HostPath.tsx"

const whereRead = ({ urls }: Site): string =>
  urls.published === undefined ? "Nobody reads this site yet." : `It is read at ${plainUrl(urls.published)}`

export const DomainScreen = () => (
  <SitePartScreen title="Domain" lead={whereRead}>
    {(setting) => (
      <>
        <Basename {...setting} />
        <Hostname {...setting} />
        <HostPath {...setting} />
      </>
    )}
  </SitePartScreen>
)
