import { remoteConfig } from '@fareline/tools/webpack';

export default (serve = false) => remoteConfig({ name: 'account', dir: import.meta.dirname, serve });
