import {
  createInstance,
  registerGlobalPlugins,
  type ModuleFederation,
} from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import { createFederationPlugin } from './federation-plugin.ts';
import { sharedModules } from './shared-modules.ts';

export type Federation = Pick<ModuleFederation, 'registerRemotes' | 'loadRemote' | 'preloadRemote'>;

let federation: Federation | undefined;

/** Returns the federation runtime of the page, created on the first call. `manifests` are those inserted into the page, by URL path. */
export function getFederation(manifests: Parameters<typeof createFederationPlugin>[0]): Federation {
  if (federation) return federation;
  // The remotes' entries are built with `externalRuntime` and read the runtime's core from this global.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  // Registered globally, because every remote creates its own runtime instance.
  registerGlobalPlugins([createFederationPlugin(manifests)]);
  federation = createInstance({
    name: 'fareline_shell',
    remotes: [],
    shared: sharedModules,
    shareStrategy: 'loaded-first',
  });
  return federation;
}
