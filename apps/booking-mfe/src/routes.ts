import type { RemoteRoute } from '@fareline/contracts';

/** The routes of this remote. (ROUTE-01) */
const routes: readonly RemoteRoute[] = [
  { path: '/booking', screen: 'booking', file: 'flow/booking-screen.tsx', private: true },
  {
    path: '/booking/payment-return',
    screen: 'payment-return',
    file: 'payment/payment-return-screen.tsx',
    private: true,
  },
  {
    path: '/booking/change/:bookingId/:changeId',
    screen: 'change',
    file: 'changes/change-screen.tsx',
    private: true,
  },
  { path: '/booking/status', screen: 'status', file: 'status/status-screen.tsx', private: true },
];

export default routes;
