import { LoadingText, lazyWithRetry } from '@fareline/ui-theme';
import { StaffPage } from '../layout/staff-page.tsx';

const BrandManager = lazyWithRetry(() => import('./brand-manager.tsx'));

/** `/admin/brands`; the brand manager is loaded lazily. (ADMIN-15) */
export function Component() {
  return (
    <StaffPage title="Brands">
      <BrandManager fallback={<LoadingText>Loading brand manager...</LoadingText>} slowFallback={null} />
    </StaffPage>
  );
}
