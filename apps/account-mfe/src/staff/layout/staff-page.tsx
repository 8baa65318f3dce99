import { isStaff, type User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@fareline/ui-theme';
import Menu from 'lucide-react/icons/menu';
import { useId, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { AccountPage } from '../../layout/account-page.tsx';
import { factorsQueryOptions } from '../security/factors-query.ts';

interface StaffScreen {
  path: string;
  label: string;
  /** As in the contracts of what the screen asks for; administrators may open those of support too. */
  access: 'admin' | 'support';
}

const securityPath = '/admin/security';

/** The screens of staff in the order of the navigation. */
const staffScreens: readonly StaffScreen[] = [
  { path: '/admin/bookings', label: 'Bookings', access: 'support' },
  { path: '/admin/daily-close', label: 'Daily close', access: 'support' },
  { path: '/admin/brands', label: 'Brands', access: 'admin' },
  { path: '/admin/releases', label: 'Releases', access: 'admin' },
  { path: '/admin/staff', label: 'Staff', access: 'admin' },
  { path: '/admin/audit', label: 'Audit trail', access: 'admin' },
  { path: '/admin-settings', label: 'Settings', access: 'admin' },
  { path: securityPath, label: 'Sign-in security', access: 'support' },
];

/** Page layout of the screens of staff, with the way to all others: at the left, on small screens behind a button. (REVIEW-04) */
export function StaffPage({ title, children }: { title: string; children: ReactNode }) {
  const { data: user, isPending } = useQuery(currentUserQueryOptions);
  // Who has no role finds the way to none of the screens; until it is known, the room for it stays free.
  const hasNavigation = user ? isStaff(user) : isPending;
  return (
    <AccountPage title={title}>
      {hasNavigation ? (
        <div className="lg:grid lg:grid-cols-[13.75rem_minmax(0,1fr)] lg:gap-8">
          <div className="mb-6 flex min-h-11 flex-wrap items-center gap-x-3 lg:sticky lg:top-[calc(var(--bar-height)+1.5rem)] lg:mb-0 lg:block lg:self-start print:hidden">
            {user && (
              <>
                <StaffNavigation user={user} />
                <FactorNotice />
              </>
            )}
          </div>
          <div>{children}</div>
        </div>
      ) : (
        children
      )}
    </AccountPage>
  );
}

/** On a site that requires no second factor, asks those for one who have none. (GUARD-03) */
function FactorNotice() {
  const { pathname } = useLocation();
  const { data } = useQuery(factorsQueryOptions);
  if (data?.factors.length !== 0 || pathname === securityPath) return null;
  return (
    <p className="rounded-control bg-warning-soft px-3 py-1.5 text-small text-warning-ink lg:mt-6 lg:py-3">
      No second factor
      <span className="max-lg:sr-only">: whoever knows your password can act as you</span>.{' '}
      <Link to={securityPath} className="underline underline-offset-2">
        Set one up
      </Link>
    </p>
  );
}

const linkClasses =
  'flex min-h-11 items-center rounded-control px-3 text-text-muted transition-colors hover:bg-muted hover:text-text aria-[current]:bg-primary-soft aria-[current]:text-primary-ink lg:min-h-9 lg:text-small';

function StaffNavigation({ user }: { user: User }) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <nav aria-label="Staff" className="contents">
      <Button
        variant="secondary"
        size="small"
        className="lg:hidden"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <Menu size={18} /> Staff menu
      </Button>
      <ul
        id={listId}
        className="order-last grid w-full gap-0.5 max-lg:mt-2 max-lg:not-data-open:hidden"
        data-open={isOpen || undefined}
      >
        {staffScreens
          .filter(({ access }) => user.isAdmin || access === 'support')
          .map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                className={`${linkClasses} font-medium`}
                aria-current={
                  pathname === path ? 'page' : pathname.startsWith(`${path}/`) ? 'true' : undefined
                }
              >
                {label}
              </Link>
            </li>
          ))}
        <li className="mt-2 border-t border-line pt-2">
          <Link to="/account-settings" className={linkClasses}>
            Back to Account
          </Link>
        </li>
      </ul>
    </nav>
  );
}
