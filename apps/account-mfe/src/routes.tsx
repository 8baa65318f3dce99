import './account.css';
import type { RouteObject } from 'react-router';

const routes: RouteObject[] = [
  { path: '/my-trips', lazy: () => import(/* webpackChunkName: "trips" */ './trips/trips-screen.tsx') },
  { path: '/login', lazy: () => import(/* webpackChunkName: "login" */ './login/login-screen.tsx') },
  {
    path: '/register',
    lazy: () => import(/* webpackChunkName: "register" */ './register/register-screen.tsx'),
  },
  {
    path: '/account-settings',
    lazy: () => import(/* webpackChunkName: "settings" */ './settings/settings-screen.tsx'),
  },
  {
    path: '/forgot-password',
    lazy: () => import(/* webpackChunkName: "forgot" */ './passwords/forgot-screen.tsx'),
  },
  {
    path: '/reset-password',
    lazy: () => import(/* webpackChunkName: "reset" */ './passwords/reset-screen.tsx'),
  },
  { path: '/admin-settings', lazy: () => import(/* webpackChunkName: "admin" */ './admin/admin-screen.tsx') },
  {
    path: '/admin/brands',
    lazy: () => import(/* webpackChunkName: "brands" */ './brands/brands-screen.tsx'),
  },
];

export default routes;
