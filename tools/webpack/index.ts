export { baseConfig } from './base.ts';
export { hasPrerender, prerenderConfig } from './prerender.ts';
export { remoteConfig, type RemoteOptions } from './remote.ts';
export { shellConfig } from './shell.ts';
export { sharedVersions } from './shared.ts';
