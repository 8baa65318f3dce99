import {
  Avatar,
  Button,
  ChevronDown,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  LogOut,
  Settings,
  ShieldCheck,
  Skeleton,
  Ticket,
} from '@fareline/ui-theme';
import type { User } from '@fareline/contracts';
import { useCurrentUser } from '../session/current-user.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { SiteLink } from '../navigation/site-link.tsx';

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.5 } as const;

/** The name that the header knows a user by. (HEADER-07) */
export const shownName = (user: User): string => user.firstName || user.username;

/** (HEADER-06) */
function SignedOut() {
  return (
    <>
      <Button asChild variant="ghost" size="small">
        <SiteLink to="/login">Sign In</SiteLink>
      </Button>
      <Button asChild size="small">
        <SiteLink to="/register">Sign Up</SiteLink>
      </Button>
    </>
  );
}

/** (HEADER-07 to HEADER-11) */
function UserMenu({ user }: { user: User }) {
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

export function UserArea() {
  const { data: user, isPending } = useCurrentUser();
  if (isPending) return <Skeleton className="user-area__pending" />;
  return user ? <UserMenu user={user} /> : <SignedOut />;
}
