import { useQuery } from '@tanstack/react-query';
import { SessionEnded } from '../../failures/load-failure.tsx';
import { StaffPage } from '../layout/staff-page.tsx';
import { isSignedOut } from '../../login/is-signed-out.ts';
import { BookingSearch } from './booking-search.tsx';
import { ContactCases } from './contact-cases.tsx';
import { casesQueryOptions, contactCasesQueryOptions } from './review-queries.ts';
import { ReviewQueue } from './review-queue.tsx';

/** `/admin/bookings`: the review queue, what messages ask for and the search for bookings; the services authorise the requests. (REVIEW-01, REVIEW-04, PROMISE-07) */
export function Component() {
  // Its lists ask at once, and who has no session is told once. One is shown once those above it are loaded, so that none moves.
  const { error, isFetched: hasCases } = useQuery(casesQueryOptions('open', undefined));
  const { isFetched: hasRequests } = useQuery(contactCasesQueryOptions('open', undefined));
  return (
    <StaffPage title="Bookings">
      <div className="grid gap-8">
        <h1 className="page-heading">Bookings</h1>
        {isSignedOut(error) ? (
          <SessionEnded />
        ) : (
          <>
            <ReviewQueue />
            <div hidden={!hasCases}>
              <ContactCases />
            </div>
            <div hidden={!hasCases || !hasRequests}>
              <BookingSearch />
            </div>
          </>
        )}
      </div>
    </StaffPage>
  );
}
