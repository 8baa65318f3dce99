import { LoadingText } from '@fareline/ui-theme';
import { lazy, Suspense } from 'react';
import { AccountPage } from '../layout/account-page.tsx';

const BrandManager = lazy(() => import('./brand-manager.tsx'));

/** `/admin/brands`; the brand manager is loaded lazily. (ADMIN-15) */
export function Component() {
  return (
    <AccountPage title="Brands">
      <Suspense fallback={<LoadingText>Loading brand manager...</LoadingText>}>
        <BrandManager />
      </Suspense>
    </AccountPage>
  );
}
