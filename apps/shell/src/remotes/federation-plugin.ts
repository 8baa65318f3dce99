import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

interface Manifest {
  metaData: { remoteEntry: { name: string } };
  exposes: unknown[];
}

async function fetchManifest(url: URL): Promise<Manifest> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}.`);
  return (await response.json()) as Manifest;
}

/**
 * Answers for manifests with those that came with the page, and makes what is tried again free of what was tried before: a
 * browser may still be waiting for the entry that hung, and a sheet that failed must fail the screen that needs it.
 */
export function createFederationPlugin(
  pageManifests: Record<string, unknown>,
): ModuleFederationRuntimePlugin {
  return {
    name: 'site',
    async fetch(url) {
      const manifestUrl = new URL(url);
      const retry = manifestUrl.search;
      const pageManifest = retry ? undefined : pageManifests[manifestUrl.pathname];
      if (pageManifest) return Response.json(pageManifest);
      const manifest = await fetchManifest(manifestUrl);
      if (retry) {
        manifest.metaData.remoteEntry.name += retry;
        // The runtime would fetch a screen's files by their old addresses beside the entry, which asks for them by new ones.
        manifest.exposes = [];
      }
      return Response.json(manifest);
    },
    // The runtime would take the container that a preload of the attempt before left, or leaves only now, for the one it asks
    // for; and a chunk of another release may have the number of one of this release.
    async loadEntry({ remoteInfo: { entryGlobalName } }) {
      Reflect.set(window, entryGlobalName, undefined);
      Reflect.deleteProperty(window, `${entryGlobalName}_chunks`);
    },
    createLink({ url, attrs }) {
      const link = document.createElement('link');
      // The runtime would link sheets itself and leave a broken link behind, which counts as loaded from then on.
      if (attrs?.rel === 'stylesheet') return Object.assign(link, { rel: 'preload', as: 'style', href: url });
      // What is fetched ahead waits for what is needed now.
      return Object.assign(link, { rel: 'prefetch', href: url });
    },
    // A shared module that could not be fetched is asked for again by whoever needs it next.
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const shared of Object.values(shareScopeMap.default?.[pkgName] ?? {}))
        if (!shared.loaded) shared.loading = null;
    },
  };
}
