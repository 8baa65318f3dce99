import { remoteConfig } from '@fareline/tools/webpack';

export default (serve = false) =>
  remoteConfig({ name: 'booking', dir: import.meta.dirname, screens: { '/booking': 'booking' }, serve });
