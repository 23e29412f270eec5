/** Who may read a site: everybody, who comes with a share link, or who signed in elsewhere. */
import { SitePartScreen } from "../SitePartScreen.tsx"
import { Readers } from "./Readers.tsx"
import { ShareLinks } from "./ShareLinks.tsx"
import { SignIn } from "./SignIn.tsx"

export const AudienceScreen = () => (
  <SitePartScreen title="Audience" lead={() => "It holds for all of the site: pages, files, search and feeds."}>
    {(setting) => (
      <>
        <Readers {...setting} />
        <ShareLinks {...setting} />
        <SignIn {...setting} />
      </>
    )}
  </SitePartScreen>
)
