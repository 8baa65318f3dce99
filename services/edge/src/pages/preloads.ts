import type { Release, RemoteManifest, ShellManifest } from '@fareline/contracts';
import type { PageRoute } from './match-page.ts';

export interface Preload {
  href: string;
  as: 'script' | 'style' | 'font';
}

const kindOf = (href: string): Preload['as'] => (href.endsWith('.css') ? 'style' : 'script');

interface Input {
  /** Files that stand in the page already. */
  inPage?: readonly string[];
  route: PageRoute | undefined;
  shell: { manifest: ShellManifest; base: string };
  remote: { release: Release; manifest: RemoteManifest } | undefined;
}

const folderOf = (release: Release) => release.manifest.replace(/[^/]+$/, '');

/** Files of a remote's routes and of its screen of a path. */
export function screenFiles(manifest: RemoteManifest, path: string | undefined): string[] {
  const screen = manifest.metaData.routes.find((route) => route.path === path)?.screen;
  return manifest.exposes
    .filter(({ name }) => name === 'routes' || name === screen)
    .flatMap(({ assets: { js, css } }) => [...css.sync, ...js.sync]);
}

/** What the first screen of a path will ask for, so that the browser asks for all of it at once. */
export function preloadsOf({ route, shell, remote, inPage = [] }: Input): Preload[] {
  const { manifest, base } = shell;
  // A remote's screen is fetched by the federation runtime, which the shell loads with the first of them.
  const chunk = remote ? 'federation' : route?.chunk;
  const own = chunk ? (manifest.chunks[chunk] ?? []) : [];
  const remoteBase = remote ? folderOf(remote.release) : '';
  const theirs = remote
    ? [remote.manifest.metaData.remoteEntry.name, ...screenFiles(remote.manifest, route?.path)].filter(
        (file) => !inPage.includes(file),
      )
    : [];
  const addresses = [...own.map((file) => base + file), ...theirs.map((file) => remoteBase + file)];
  return [
    ...manifest.fonts.map((file): Preload => ({ href: base + file, as: 'font' })),
    ...[...new Set(addresses)].map((href): Preload => ({ href, as: kindOf(href) })),
  ];
}
