import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

const lookUp = (url: string): string =>
  `(globalThis.farelineIntegrity ?? {})[new URL(${url}, location.href).pathname] ?? ''`;

/**
 * Makes webpack's runtime set the hash of every script and style sheet that it adds, so that browsers refuse a changed file.
 * The page has the hashes (`apps/shell/src/integrity.ts`); they are computed at release. The runtime itself contains none,
 * because that would make every file of a build depend on the others.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    const name = 'integrity';
    compiler.hooks.compilation.tap(name, (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => `${source}\nscript.integrity = ${lookUp('url')};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, { tag, href }) => `${source}\n${tag}.integrity = ${lookUp(href)};`,
      );
    });
  }
}
