/** The menu of who is signed in. */
import { Button } from "react-aria-components/Button"
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu"
import { Popover } from "react-aria-components/Popover"
import type { User } from "../../logic/api.ts"
import { go } from "../parts/navigation.ts"
import { saveAndSignOut } from "../saving/signOut.ts"
import { PersonLabel } from "./Person.tsx"

interface PersonMenuProps {
  readonly user: User
  readonly isOpenAtFirst: boolean
}

export default ({ isOpenAtFirst, user }: PersonMenuProps) => (
  <MenuTrigger defaultOpen={isOpenAtFirst}>
    <Button className="person-button">
      <PersonLabel user={user} />
    </Button>
    <Popover className="popover" placement="top start">
      <Menu className="menu-list">
        <MenuItem className="menu-item" onAction={() => go("/account")}>
          Account
        </MenuItem>
        <MenuItem className="menu-item" onAction={() => void saveAndSignOut()}>
          Sign out
        </MenuItem>
      </Menu>
    </Popover>
  </MenuTrigger>
)
