import { remoteConfig } from '@fareline/tools/webpack';

export default (serve = false) =>
  remoteConfig({
    name: 'account',
    dir: import.meta.dirname,
    screens: {
      '/my-trips': 'trips',
      '/login': 'login',
      '/register': 'register',
      '/account-settings': 'settings',
      '/forgot-password': 'forgot',
      '/reset-password': 'reset',
      '/admin-settings': 'admin',
      '/admin/brands': 'brands',
    },
    serve,
  });
