export { baseConfig } from './base.ts';
export { hasPrerender, prerenderConfig } from './prerender.ts';
export { remoteConfig } from './remote.ts';
export { shellConfig } from './shell.ts';
