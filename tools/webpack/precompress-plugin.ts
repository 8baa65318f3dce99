import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import webpack, { type Compiler } from 'webpack';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Puts a `.br` and a `.gz` beside every script, style sheet and drawing, so that no server compresses them again. */
export class PrecompressPlugin {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack ?? webpack;
    compiler.hooks.thisCompilation.tap('PrecompressPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        // After content hashes and manifests are settled.
        { name: 'PrecompressPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async (assets) => {
          const names = Object.keys(assets).filter((name) => /\.(js|css|svg)$/.test(name));
          await Promise.all(
            names.map(async (name) => {
              const content = assets[name]!.buffer();
              if (content.length < 1024) return;
              const [brotli, zipped] = await Promise.all([
                toBrotli(content, {
                  params: {
                    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
                    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
                  },
                }),
                toGzip(content, { level: 9 }),
              ]);
              compilation.emitAsset(`${name}.br`, new sources.RawSource(brotli));
              compilation.emitAsset(`${name}.gz`, new sources.RawSource(zipped));
            }),
          );
        },
      );
    });
  }
}
