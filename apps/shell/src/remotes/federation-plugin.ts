import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { isReadableFormat } from '@fareline/contracts';
import { addIntegrity, getIntegrity } from '../integrity.ts';

interface Manifest {
  metaData: { format?: number; remoteEntry: { name: string } };
  exposes: unknown[];
  integrity?: Record<string, string>;
}

/** The longest time of a timer in milliseconds: the runtime would otherwise fail what takes longer than 20 s. (CARE-05) */
const waitsForever = 2 ** 31 - 1;

async function fetchManifest(url: URL): Promise<Manifest> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} failed with ${response.status}.`);
  return (await response.json()) as Manifest;
}

/**
 * Returns the manifests that are inserted into the page. A retry uses new URLs, because the browser may still
 * be waiting for the failed one. A style sheet that fails must fail the screen that needs it.
 */
export function createFederationPlugin(
  pageManifests: Record<string, Manifest>,
): ModuleFederationRuntimePlugin {
  return {
    name: 'shell',
    async fetch(url) {
      const manifestUrl = new URL(url);
      const retry = manifestUrl.search;
      const pageManifest = retry ? undefined : pageManifests[manifestUrl.pathname];
      const manifest = pageManifest ?? (await fetchManifest(manifestUrl));
      if (!isReadableFormat(manifest.metaData.format))
        throw new Error(`${manifestUrl.href} is of another version.`);
      addIntegrity(manifestUrl, manifest.integrity);
      if (pageManifest) return Response.json(pageManifest);
      if (retry) {
        manifest.metaData.remoteEntry.name += retry;
        // Otherwise the runtime would load a screen's files from their old URLs, in addition to the entry, which uses new URLs.
        manifest.exposes = [];
      }
      return Response.json(manifest);
    },
    // Otherwise the runtime would use a container that a preload of the previous attempt has set, and a chunk of another
    // release may have the same id as one of this release.
    async loadEntry({ remoteInfo: { entryGlobalName } }) {
      Reflect.set(window, entryGlobalName, undefined);
      Reflect.deleteProperty(window, `${entryGlobalName}_chunks`);
    },
    createScript: ({ url }) => ({
      script: Object.assign(document.createElement('script'), { src: url, integrity: getIntegrity(url) }),
      timeout: waitsForever,
    }),
    createLink({ url, attrs }) {
      const link = document.createElement('link');
      // Otherwise the runtime would link style sheets itself, and a failed link would count as loaded.
      if (attrs?.rel === 'stylesheet')
        Object.assign(link, { rel: 'preload', as: 'style', href: url, integrity: getIntegrity(url) });
      // Prefetches have a lower priority than what the current screen needs.
      else Object.assign(link, { rel: 'prefetch', href: url });
      return { link, timeout: waitsForever };
    },
    // Clears a failed load, so that the next use of the shared module loads it again.
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const shared of Object.values(shareScopeMap.default?.[pkgName] ?? {}))
        if (!shared.loaded) shared.loading = null;
    },
  };
}
