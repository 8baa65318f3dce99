import type { Brand, Release, RemoteManifest, ShellManifest } from '@fareline/contracts';
import { z } from 'zod';
import type { ReleaseSource } from '../releases/release-source.ts';
import type { PageRoute } from './match-page.ts';
import { screenFiles } from './preloads.ts';

type Render = (input: { brand: Brand; path: string; content: string }) => unknown;

const functionSchema = z.custom<Render>((value) => typeof value === 'function');
const frameSchema = z.object({ default: z.object({ renderFrame: functionSchema }) });
const screenSchema = z.object({ default: z.object({ renderScreen: functionSchema }) });
const markupSchema = z.string();

interface Page {
  brand: Brand;
  route: PageRoute;
  shell: { release: Release; manifest: ShellManifest };
  remote: { release: Release; manifest: RemoteManifest };
}

/** A style sheet as it stands in the page; `name` is its file's. */
export interface Sheet {
  name: string;
  text: string;
}

/** All that the first paint needs: it waits for nothing but the page itself. */
export interface DrawnPage {
  markup: string;
  sheets: Sheet[];
}

/** The file of a remote's release that draws its screens. */
const prerenderFile = 'server/prerender.cjs';

const isSheet = (file: string) => file.endsWith('.css');

/** Pages kept at most: each is one brand's, of one day and of two releases. */
const keptPages = 200;

/**
 * Draws the pages that a remote says can be drawn before any script runs: the visitor sees the page one round trip after
 * asking, and the scripts put the living one in its place. Kept by brand, day (the form shows dates) and releases, so that
 * drawing costs nothing on the way. Undefined for every other page, and for one that could not be drawn: that is told to
 * `onFailure`, and the page is drawn by its scripts as all others are.
 */
export function createPrerenderer(source: ReleaseSource, onFailure: (error: unknown) => void) {
  const pages = new Map<string, Promise<DrawnPage | undefined>>();

  async function sheetOf(release: Release, name: string): Promise<Sheet> {
    const text = await source.text(release.manifest, name);
    const folder = release.manifest.replace(/[^/]+$/, '');
    // In the page addresses are read from the page on.
    return { name, text: text.replace(/url\((?!["']?(?:data:|https?:|\/))(["']?)/g, `url($1${folder}`) };
  }

  async function draw({ brand, route, shell, remote }: Page): Promise<DrawnPage> {
    const path = route.path;
    const [frame, screen] = await Promise.all([
      source.module(shell.release.manifest, shell.manifest.frame ?? ''),
      source.module(remote.release.manifest, prerenderFile),
    ]);
    const { renderFrame } = frameSchema.parse(frame).default;
    const { renderScreen } = screenSchema.parse(screen).default;
    const content = markupSchema.parse(await renderScreen({ brand, path, content: '' }));
    const markup = markupSchema.parse(await renderFrame({ brand, path, content }));
    const theirs = screenFiles(remote.manifest, path).filter(isSheet);
    const sheets = await Promise.all([
      ...shell.manifest.styles.map((name) => sheetOf(shell.release, name)),
      ...theirs.map((name) => sheetOf(remote.release, name)),
    ]);
    return { markup, sheets };
  }

  return (page: Page): Promise<DrawnPage | undefined> => {
    const { brand, route, shell, remote } = page;
    const isDrawn = remote.manifest.metaData.routes.some(
      ({ path, prerendered }) => prerendered && path === route.path,
    );
    if (!shell.manifest.frame || !isDrawn) return Promise.resolve(undefined);
    const day = new Date().toISOString().slice(0, 10);
    const key = JSON.stringify([day, route.path, shell.release.version, remote.release.version, brand]);
    const known = pages.get(key);
    if (known) return known;
    const drawn = draw(page).catch((error: unknown) => {
      onFailure(error);
      return undefined;
    });
    pages.set(key, drawn);
    const [oldest] = pages.keys();
    if (pages.size > keptPages && oldest) pages.delete(oldest);
    return drawn;
  };
}
