import type { RemoteRoute } from '@fareline/contracts';

const routes: readonly RemoteRoute[] = [
  { path: '/my-trips', screen: 'trips', file: 'trips/trips-screen.tsx' },
  { path: '/login', screen: 'login', file: 'login/login-screen.tsx' },
  { path: '/register', screen: 'register', file: 'register/register-screen.tsx' },
  { path: '/account-settings', screen: 'settings', file: 'settings/settings-screen.tsx' },
  { path: '/forgot-password', screen: 'forgot', file: 'passwords/forgot-screen.tsx' },
  { path: '/reset-password', screen: 'reset', file: 'passwords/reset-screen.tsx' },
  { path: '/admin-settings', screen: 'admin', file: 'admin/admin-screen.tsx' },
  { path: '/admin/brands', screen: 'brands', file: 'brands/brands-screen.tsx' },
];

export default routes;
