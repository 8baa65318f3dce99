import type { User } from '@fareline/contracts';
import { Avatar } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Ticket from 'lucide-react/icons/ticket';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@fareline/ui-theme/widgets';
import { SiteLink } from '../navigation/site-link.tsx';
import { useSignOut } from './use-sign-out.ts';
import { displayName } from './display-name.ts';

/** (HEADER-07 to HEADER-11) */
export default function UserMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex min-h-10 items-center gap-2 rounded-control px-2 py-1 font-medium hover:bg-muted">
        <Avatar name={displayName(user)} />
        <span className="max-w-36 truncate">{displayName(user)}</span>
        <ChevronDown size={16} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>My Account</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <SiteLink to="/account-settings">
            <Settings size={16} /> Settings
          </SiteLink>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <SiteLink to="/my-trips">
            <Ticket size={16} /> My Trips
          </SiteLink>
        </DropdownMenuItem>
        {user.isAdmin && (
          <DropdownMenuItem asChild>
            <SiteLink to={`${user.staffOrigin ?? ''}/admin-settings`}>
              <ShieldCheck size={16} /> Admin Panel
            </SiteLink>
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={signOut.isPending || signOut.isSuccess} onSelect={() => signOut.mutate()}>
          <LogOut size={16} /> Sign Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
