import type { RemoteManifest } from '@fareline/contracts';
import type { Chunk, Compilation, Compiler } from 'webpack';
import { prerenderFile } from './prerender.ts';

interface Names {
  /** Name of the container on `window`. */
  container: string;
  /** Paths of the remote, to the name of the chunk with their screen. */
  screens: Readonly<Record<string, string>>;
  prerendered: readonly string[];
}

/** Writes `manifest.json`: what shell and page server need to know of a remote's build. Names are relative to its folder. */
export class RemoteManifestPlugin {
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('RemoteManifestPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'RemoteManifestPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const manifest = this.#manifestOf(compilation);
          compilation.emitAsset('manifest.json', new sources.RawSource(JSON.stringify(manifest)));
        },
      );
    });
  }

  #manifestOf(compilation: Compilation): RemoteManifest {
    const { container, screens, prerendered } = this.#names;
    const entryPoint = compilation.entrypoints.get(container);
    const entry = entryPoint?.getFiles().find(isScript);
    if (!entry || entryPoint?.chunks.length !== 1)
      throw new Error(`The entry of "${container}" is not one file.`);
    return {
      container,
      entry,
      files: filesOf(compilation, 'routes'),
      screens: Object.fromEntries(
        Object.entries(screens).map(([path, chunk]) => [path, filesOf(compilation, chunk)]),
      ),
      prerendered: Object.fromEntries(prerendered.map((path) => [path, prerenderFile])),
    };
  }
}

const isScript = (file: string) => file.endsWith('.js');
const isLoaded = (file: string) => /\.(js|css)$/.test(file);

/** The files of a chunk and of those that it cannot do without. */
function filesOf(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`There is no chunk "${name}": give the screen's import that webpackChunkName.`);
  const chunks: readonly Chunk[] = group.chunks;
  return [...new Set(chunks.flatMap((chunk) => [...chunk.files]))].filter(isLoaded);
}
