import type { User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { Button, lazyWithRetry, Skeleton } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { SiteLink } from '../navigation/site-link.tsx';
import { displayName } from './display-name.ts';

const UserMenu = lazyWithRetry(() => import('./user-menu.tsx'));

/** (HEADER-06) */
function SignedOut() {
  return (
    <>
      <Button asChild variant="ghost" size="small">
        <SiteLink to="/login">Sign In</SiteLink>
      </Button>
      <Button asChild variant="secondary" size="small">
        <SiteLink to="/register">Sign Up</SiteLink>
      </Button>
    </>
  );
}

/** Shown instead of the menu when its code fails to load. */
function AccountLink({ user }: { user: User }) {
  return (
    <Button asChild variant="ghost" size="small">
      <SiteLink to="/account-settings">{displayName(user)}</SiteLink>
    </Button>
  );
}

export function UserArea() {
  const { data: user, isPending } = useQuery(currentUserQueryOptions);
  const pending = <Skeleton className="h-9 w-38" />;
  if (isPending) return pending;
  if (!user) return <SignedOut />;
  return (
    <UserMenu
      user={user}
      fallback={pending}
      slowFallback={null}
      errorFallback={<AccountLink user={user} />}
    />
  );
}
