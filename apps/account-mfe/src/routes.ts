import type { RemoteRoute } from '@fareline/contracts';

/** The routes of this remote. (ROUTE-02, ROUTE-03) */
const routes: readonly RemoteRoute[] = [
  { path: '/my-trips', screen: 'trips', file: 'trips/trips-screen.tsx', private: true },
  { path: '/my-trips/:id', screen: 'trip', file: 'trips/trip-screen.tsx', private: true },
  { path: '/my-trips/:id/change', screen: 'change', file: 'changes/change-screen.tsx', private: true },
  { path: '/my-trips/:id/extras', screen: 'extras', file: 'changes/extras-screen.tsx', private: true },
  { path: '/find-trip', screen: 'find', file: 'find-trip/find-trip-screen.tsx' },
  {
    path: '/address-change',
    screen: 'address',
    file: 'address-change/address-change-screen.tsx',
    private: true,
  },
  { path: '/login', screen: 'login', file: 'login/login-screen.tsx' },
  { path: '/register', screen: 'register', file: 'register/register-screen.tsx' },
  { path: '/account-settings', screen: 'settings', file: 'settings/settings-screen.tsx', private: true },
  {
    path: '/saved-travellers',
    screen: 'travellers',
    file: 'travellers/saved-travellers-screen.tsx',
    private: true,
  },
  { path: '/forgot-password', screen: 'forgot', file: 'passwords/forgot-screen.tsx' },
  { path: '/reset-password', screen: 'reset', file: 'passwords/reset-screen.tsx', private: true },
  { path: '/verify-email', screen: 'verify', file: 'verification/verify-screen.tsx', private: true },
  { path: '/admin-settings', screen: 'admin', file: 'staff/admin/admin-screen.tsx', private: true },
  { path: '/admin/brands', screen: 'brands', file: 'staff/brands/brands-screen.tsx', private: true },
  { path: '/admin/security', screen: 'security', file: 'staff/security/security-screen.tsx', private: true },
  { path: '/admin/staff', screen: 'staff', file: 'staff/members/staff-screen.tsx', private: true },
  { path: '/admin/audit', screen: 'audit', file: 'staff/audit/audit-screen.tsx', private: true },
  { path: '/admin/releases', screen: 'releases', file: 'staff/releases/releases-screen.tsx', private: true },
  { path: '/admin/bookings', screen: 'review', file: 'staff/review/review-screen.tsx', private: true },
  { path: '/admin/bookings/:id', screen: 'record', file: 'staff/review/record-screen.tsx', private: true },
  { path: '/admin/daily-close', screen: 'close', file: 'staff/review/daily-close-screen.tsx', private: true },
];

export default routes;
