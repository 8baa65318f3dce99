import { isStaff, type User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Alert } from '@fareline/ui-theme/widgets';
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

/** Page layout of the screens of staff, with the way to all others. (REVIEW-04) */
export function StaffPage({ title, children }: { title: string; children: ReactNode }) {
  const { data: user } = useQuery(currentUserQueryOptions);
  return (
    <AccountPage title={title}>
      {user && isStaff(user) && (
        <>
          <StaffNavigation user={user} />
          <FactorNotice />
        </>
      )}
      {children}
    </AccountPage>
  );
}

/** On a site that requires no second factor, asks those for one who have none. (GUARD-03) */
function FactorNotice() {
  const { pathname } = useLocation();
  const { data } = useQuery(factorsQueryOptions);
  if (data?.factors.length !== 0 || pathname === securityPath) return null;
  return (
    <Alert variant="warning" className="mb-6">
      Your account has no second factor: whoever knows your password can act as you.{' '}
      <Link to={securityPath} className="link-text">
        Set one up
      </Link>
    </Alert>
  );
}

const linkClasses =
  'inline-flex min-h-11 items-center whitespace-nowrap text-text-muted transition-colors hover:text-text aria-[current]:text-text';

function StaffNavigation({ user }: { user: User }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Staff" className="border-line mb-6 border-b lg:mb-8 print:hidden">
      <ul className="flex flex-wrap gap-x-4 md:gap-x-6">
        {staffScreens
          .filter(({ access }) => user.isAdmin || access === 'support')
          .map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                className={`${linkClasses} font-medium aria-[current]:shadow-[inset_0_-2px_0_var(--color-primary-ink)]`}
                aria-current={
                  pathname === path ? 'page' : pathname.startsWith(`${path}/`) ? 'true' : undefined
                }
              >
                {label}
              </Link>
            </li>
          ))}
        <li className="md:ml-auto">
          <Link to="/account-settings" className={linkClasses}>
            Back to Account
          </Link>
        </li>
      </ul>
    </nav>
  );
}
