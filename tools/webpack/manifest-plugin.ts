import type { ShellManifest } from '@fareline/contracts';
import type { Compiler } from 'webpack';

type Routes = readonly ShellManifest['routes'][number][];

/**
 * Writes `manifest.json`: what the page server needs to know of the shell's build. Names are relative to the release's
 * folder; a chunk's files come with those that it cannot do without.
 */
export class ShellManifestPlugin {
  readonly #routes: Routes;
  readonly #frame: string | undefined;

  /** `frame` names the file that draws what is around every page, where the release has one. */
  constructor(routes: Routes, frame?: string) {
    this.#routes = routes;
    this.#frame = frame;
  }

  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('ShellManifestPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ShellManifestPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const entry = compilation.entrypoints.get('main')?.getFiles() ?? [];
          const chunks: Record<string, string[]> = {};
          for (const [name, group] of compilation.namedChunkGroups) {
            if (!group.isInitial()) chunks[name] = group.getFiles().filter((file) => !file.endsWith('.map'));
          }
          const manifest = {
            scripts: entry.filter((file) => file.endsWith('.js')),
            styles: entry.filter((file) => file.endsWith('.css')),
            fonts: Object.keys(compilation.assets).filter(
              (file) => /latin-wght-normal.*\.woff2$/.test(file) && !file.includes('-ext-'),
            ),
            chunks,
            routes: [...this.#routes],
            frame: this.#frame,
          } satisfies ShellManifest;
          compilation.emitAsset('manifest.json', new sources.RawSource(JSON.stringify(manifest)));
        },
      );
    });
  }
}
