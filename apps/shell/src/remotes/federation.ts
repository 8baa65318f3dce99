import * as contracts from '@fareline/contracts';
import * as uiTheme from '@fareline/ui-theme';
import * as runtimeCore from '@module-federation/runtime-core';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactQuery from './provided-query.ts';
import * as ReactRouter from './provided-router.ts';

declare const SHARED_VERSIONS: Record<string, string>;
declare global {
  /** Where released remotes look for the runtime, which none of them brings. */
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined;
}

const provided: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-router': ReactRouter,
  '@tanstack/react-query': ReactQuery,
  '@fareline/ui-theme': uiTheme,
  '@fareline/contracts': contracts,
};

function share(module: string) {
  const version = SHARED_VERSIONS[module] ?? '0.0.0';
  return {
    version,
    lib: () => provided[module],
    shareConfig: { singleton: true, requiredVersion: `^${version}` },
  };
}

interface Manifest {
  metaData: { remoteEntry: { name: string } };
}

/** The manifest that came with the page; after a failure a fresh one, whose entry has a new address as well: one that hangs would be waited for again. */
function manifestFor(address: URL, inlined: Record<string, unknown>): Promise<Response> | undefined {
  const retry = address.searchParams.get('retry');
  if (retry) return freshManifest(address, retry);
  const manifest = inlined[address.pathname];
  return manifest ? Promise.resolve(Response.json(manifest)) : undefined;
}

async function freshManifest(address: URL, retry: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) return response;
  const manifest = (await response.json()) as Manifest;
  manifest.metaData.remoteEntry.name += `?retry=${retry}`;
  return Response.json(manifest);
}

export type Federation = runtimeCore.ModuleFederation;

/** The federation host. Manifests that came with the page are answered from there. */
export function createFederation(manifests: Record<string, unknown>): Federation {
  globalThis._FEDERATION_RUNTIME_CORE = runtimeCore;
  const host = new runtimeCore.ModuleFederation({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(Object.keys(provided).map((module) => [module, share(module)])),
    plugins: [
      {
        name: 'inlined-manifests',
        fetch: (address: string) => manifestFor(new URL(address, window.location.href), manifests),
      },
    ],
  } as ConstructorParameters<typeof runtimeCore.ModuleFederation>[0]);
  runtimeCore.setGlobalFederationInstance(host);
  return host;
}
