import type { Release, RemoteManifest, ShellManifest } from '@fareline/contracts';
import type { PageRoute } from './match-page.ts';

export interface Preload {
  href: string;
  as: 'script' | 'style' | 'font';
}

const getPreloadType = (href: string): Preload['as'] => (href.endsWith('.css') ? 'style' : 'script');

interface PreloadInput {
  /** Files that stand in the page already. */
  inPage?: readonly string[];
  route: PageRoute | undefined;
  shell: { manifest: ShellManifest; base: string };
  remote: { release: Release; manifest: RemoteManifest } | undefined;
}

const getReleaseFolder = (release: Release) => release.manifest.replace(/[^/]+$/, '');

/** Files of a remote's routes and of its screen of a path. */
export function screenFiles(manifest: RemoteManifest, path: string | undefined): string[] {
  const screen = manifest.metaData.routes.find((route) => route.path === path)?.screen;
  return manifest.exposes
    .filter(({ name }) => name === 'routes' || name === screen)
    .flatMap(({ assets: { js, css } }) => [...css.sync, ...js.sync]);
}

/** What the first screen of a path will ask for, so that the browser asks for all of it at once. */
export function getPreloads({ route, shell, remote, inPage = [] }: PreloadInput): Preload[] {
  const { manifest, base } = shell;
  // A remote's screen is fetched by the federation runtime, which the shell loads with the first of them.
  const chunk = remote ? 'federation' : route?.chunk;
  const shellFiles = chunk ? (manifest.chunks[chunk] ?? []) : [];
  const remoteBase = remote ? getReleaseFolder(remote.release) : '';
  const remoteFiles = remote
    ? [remote.manifest.metaData.remoteEntry.name, ...screenFiles(remote.manifest, route?.path)].filter(
        (file) => !inPage.includes(file),
      )
    : [];
  const urls = [...shellFiles.map((file) => base + file), ...remoteFiles.map((file) => remoteBase + file)];
  return [
    ...manifest.fonts.map((file): Preload => ({ href: base + file, as: 'font' })),
    ...[...new Set(urls)].map((href): Preload => ({ href, as: getPreloadType(href) })),
  ];
}
