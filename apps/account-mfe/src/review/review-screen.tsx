import { Button } from '@fareline/ui-theme';
import { Link } from 'react-router';
import { AccountPage } from '../layout/account-page.tsx';
import { BookingSearch } from './booking-search.tsx';
import { ReviewQueue } from './review-queue.tsx';

/** `/admin/bookings`: the review queue and the search for bookings; the service authorises the requests. (REVIEW-01, REVIEW-04) */
export function Component() {
  return (
    <AccountPage title="Bookings">
      <div className="grid gap-8">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="page-heading">Bookings</h1>
          <div className="flex flex-wrap gap-3">
            <Button asChild variant="secondary">
              <Link to="/admin/daily-close">Daily close</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/account-settings">Account settings</Link>
            </Button>
          </div>
        </header>
        <ReviewQueue />
        <BookingSearch />
      </div>
    </AccountPage>
  );
}
