import type { User } from '@fareline/contracts';
import { Avatar, Icon } from '@fareline/ui-theme';
import { ChevronDown, LogOut, Settings, ShieldCheck, Ticket } from '@fareline/ui-theme/icons';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@fareline/ui-theme/widgets';
import { SiteLink } from '../navigation/site-link.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { shownName } from './shown-name.ts';

/** (HEADER-07 to HEADER-11) */
export default function UserMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="user-menu__trigger">
        <Avatar name={shownName(user)} />
        <span className="user-menu__name">{shownName(user)}</span>
        <Icon of={ChevronDown} size={16} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>My Account</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <SiteLink to="/account-settings">
            <Icon of={Settings} size={16} /> Settings
          </SiteLink>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <SiteLink to="/my-trips">
            <Icon of={Ticket} size={16} /> My Trips
          </SiteLink>
        </DropdownMenuItem>
        {user.isAdmin && (
          <DropdownMenuItem asChild>
            <SiteLink to="/admin-settings">
              <Icon of={ShieldCheck} size={16} /> Admin Panel
            </SiteLink>
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => signOut.mutate()}>
          <Icon of={LogOut} size={16} /> Sign Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
