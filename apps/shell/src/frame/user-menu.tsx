import type { User } from '@fareline/contracts';
import { Avatar } from '@fareline/ui-theme';
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

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.5 } as const;

/** (HEADER-07 to HEADER-11) */
export default function UserMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="user-menu__trigger">
        <Avatar name={shownName(user)} />
        <span className="user-menu__name">{shownName(user)}</span>
        <ChevronDown {...icon} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>My Account</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <SiteLink to="/account-settings">
            <Settings {...icon} /> Settings
          </SiteLink>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <SiteLink to="/my-trips">
            <Ticket {...icon} /> My Trips
          </SiteLink>
        </DropdownMenuItem>
        {user.isAdmin && (
          <DropdownMenuItem asChild>
            <SiteLink to="/admin-settings">
              <ShieldCheck {...icon} /> Admin Panel
            </SiteLink>
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => signOut.mutate()}>
          <LogOut {...icon} /> Sign Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
