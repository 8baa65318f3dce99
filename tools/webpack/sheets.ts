import { join, relative, sep } from 'node:path';
import type { Compilation, Compiler, Module, RuleSetRule } from 'webpack';

/**
 * A style sheet of a remote: the utilities of `sources` (folders in `src`), for what stands inside an `MfeScope` of that name.
 * It is loaded with `modules` (files in `src`).
 */
export interface Sheet {
  modules: readonly string[];
  sources: readonly string[];
}

/** By the name of their scope. */
export type Sheets = Readonly<Record<string, Sheet>>;

const stylesFolder = join(import.meta.dirname, 'styles');

export function sheetRules(dir: string, sheets: Sheets): RuleSetRule[] {
  const src = join(dir, 'src');
  return [
    {
      test: /remote\.css$/,
      include: stylesFolder,
      enforce: 'pre',
      loader: join(import.meta.dirname, 'remote-styles-loader.cjs'),
    },
    ...Object.entries(sheets).map(([scope, { modules, sources }]): RuleSetRule => {
      const query = new URLSearchParams({ scope });
      for (const folder of sources) query.append('source', relative(stylesFolder, join(src, folder)));
      return {
        include: modules.map((file) => join(src, file)),
        enforce: 'pre',
        loader: join(import.meta.dirname, 'add-sheet-loader.cjs'),
        options: { sheet: `${stylesFolder}/remote.css?${query}` },
      };
    }),
  ];
}

/** Fails a build in which a sheet is loaded with a component that stands outside its sources: it would be seen without its styles. */
export class CheckSheetsPlugin {
  readonly #src: string;
  readonly #sheets: Sheets;

  constructor(dir: string, sheets: Sheets) {
    this.#src = join(dir, 'src');
    this.#sheets = sheets;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('CheckSheetsPlugin', (compilation) => {
      compilation.hooks.afterChunks.tap('CheckSheetsPlugin', () => {
        for (const [scope, sheet] of Object.entries(this.#sheets)) this.#check(compilation, scope, sheet);
      });
    });
  }

  #check(compilation: Compilation, scope: string, { modules, sources }: Sheet): void {
    const folders = sources.map((folder) => join(this.#src, folder));
    const seen = new Set<Module>();
    const visit = (module: Module): void => {
      if (seen.has(module)) return;
      seen.add(module);
      const file = module.nameForCondition() ?? '';
      if (
        file.startsWith(this.#src + sep) &&
        file.endsWith('.tsx') &&
        !folders.some((folder) => file.startsWith(folder + sep))
      )
        compilation.errors.push(
          new compilation.compiler.webpack.WebpackError(
            `${relative(this.#src, file)} is shown by ${modules.join(', ')}, whose sheet "${scope}" does not read it: see webpack.config.ts.`,
          ),
        );
      for (const { module: next } of compilation.moduleGraph.getOutgoingConnections(module))
        if (next) visit(next);
    };
    for (const module of compilation.modules)
      if (modules.some((file) => module.nameForCondition() === join(this.#src, file))) visit(module);
  }
}
