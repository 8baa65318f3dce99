import './account.css';
import type { RouteObject } from 'react-router';

const routes: RouteObject[] = [
  { path: '/my-trips', lazy: () => import('./trips/trips-screen.tsx') },
  { path: '/login', lazy: () => import('./login/login-screen.tsx') },
  { path: '/register', lazy: () => import('./register/register-screen.tsx') },
  { path: '/account-settings', lazy: () => import('./settings/settings-screen.tsx') },
  { path: '/forgot-password', lazy: () => import('./passwords/forgot-screen.tsx') },
  { path: '/reset-password', lazy: () => import('./passwords/reset-screen.tsx') },
  { path: '/admin-settings', lazy: () => import('./admin/admin-screen.tsx') },
  { path: '/admin/brands', lazy: () => import('./brands/brands-screen.tsx') },
];

export default routes;
