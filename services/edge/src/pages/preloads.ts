import type { Release, RemoteManifest, ShellManifest } from '@fareline/contracts';
import { getReleaseFolder } from '../releases/release-source.ts';
import type { PageMatch } from './match-page.ts';

export interface Preload {
  href: string;
  as: 'script' | 'style' | 'font';
}

const getPreloadType = (href: string): Preload['as'] => (href.endsWith('.css') ? 'style' : 'script');

interface PreloadInput {
  /** Files that are inlined in the page and need no preload. */
  inlinedFiles?: readonly string[];
  page: PageMatch | undefined;
  shell: { manifest: ShellManifest; base: string };
  remote: { release: Release; manifest: RemoteManifest } | undefined;
}

export function screenFiles(manifest: RemoteManifest, screen: string): string[] {
  return manifest.exposes
    .filter(({ name }) => name === screen)
    .flatMap(({ assets: { js, css } }) => [...css.sync, ...js.sync]);
}

/** The files that the first screen of a path will load, so that the browser requests all of them in parallel. */
export function getPreloads({ page, shell, remote, inlinedFiles = [] }: PreloadInput): Preload[] {
  const { manifest, base } = shell;
  // Screens of remotes are loaded by the federation runtime, which the shell loads when the first one is needed.
  const chunk = page?.frontEnd === 'shell' ? page.route.screen : 'federation';
  const shellFiles = page ? (manifest.chunks[chunk] ?? []) : [];
  const remoteBase = remote ? getReleaseFolder(remote.release) : '';
  const remoteFiles =
    page && remote
      ? [
          remote.manifest.metaData.remoteEntry.name,
          ...screenFiles(remote.manifest, page.route.screen),
        ].filter((file) => !inlinedFiles.includes(file))
      : [];
  const urls = [...shellFiles.map((file) => base + file), ...remoteFiles.map((file) => remoteBase + file)];
  return [
    ...manifest.fonts.map((file): Preload => ({ href: base + file, as: 'font' })),
    ...[...new Set(urls)].map((href): Preload => ({ href, as: getPreloadType(href) })),
  ];
}
