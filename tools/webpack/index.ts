export { hasPrerender, prerenderConfig } from './prerender.ts';
export { providedNames } from './provided.ts';
export { remoteConfig, type RemoteOptions } from './remote.ts';
export { shellConfig } from './shell.ts';
export { sharedModules, sharedVersions } from './shared.ts';
