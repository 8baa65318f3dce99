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

/** The one federation runtime of the page. `manifests` came with the page, by their addresses. */
export function getFederation(manifests: Record<string, unknown>): Federation {
  if (federation) return federation;
  // The remotes' entries are built to find the runtime's core here, and do not bring it.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  // Every remote has an instance of its own, which the plugin is for as well.
  registerGlobalPlugins([createFederationPlugin(manifests)]);
  federation = createInstance({
    name: 'fareline_shell',
    remotes: [],
    shared: sharedModules,
    shareStrategy: 'loaded-first',
  });
  return federation;
}
