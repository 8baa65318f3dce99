import { authorisationIsVoided } from '@fareline/contracts/promises';
import '../styles.css';
import { EmptyState, MfeScope, useBrand, usePageMeta } from '@fareline/ui-theme';
import CreditCard from 'lucide-react/icons/credit-card';
import { Navigate, useLocation } from 'react-router';
import { readChallenge } from './stored-challenge.ts';

/**
 * `/booking/payment-return`: where a bank that opens a page of its own returns to. Nothing of its query is used; the tab knows the
 * payment, and goes back to its booking. (ELEMENT-03)
 */
export function Component() {
  const brand = useBrand();
  usePageMeta({ title: `Your payment - ${brand.name}` });
  const { pathname, search } = useLocation();
  const challenge = readChallenge();
  if (challenge) return <Navigate to={challenge.url} replace />;
  // The bank's query has the client secret, which must stay neither in the address bar nor in the history.
  if (search) return <Navigate to={pathname} replace />;
  return (
    <MfeScope name="booking">
      <div className="page-width w-full py-6 lg:py-10">
        <EmptyState
          level={1}
          icon={CreditCard}
          title="Please go back to the tab where you booked"
          text={`Your booking goes on there. ${authorisationIsVoided}`}
        />
      </div>
    </MfeScope>
  );
}
