import type { Compiler } from 'webpack';

/** Modules that the federation plugin names after absolute paths, with the ids that they get instead. */
const ids = [
  [/^container entry /, 'container'],
  [/[\\/]\.federation[\\/]entry\./, 'federation'],
] as const;

/** Gives these modules ids of their own, because a build in another folder would otherwise have other hashes. */
export class StableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('stable-ids', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('stable-ids', (modules) => {
        for (const module of modules) {
          const [, id] = ids.find(([pattern]) => pattern.test(module.identifier())) ?? [];
          if (id) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
