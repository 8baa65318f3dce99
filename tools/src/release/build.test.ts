import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'front-end-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** The error message for these routes; loaded in a separate process, because vitest loads modules differently from Node. */
async function getBuildError(routes: string): Promise<string> {
  await writeFile(join(dir, 'package.json'), '{ "type": "module" }');
  await writeFile(join(dir, 'webpack.config.ts'), "import './routes.ts';\nexport default () => ({});\n");
  await writeFile(join(dir, 'routes.ts'), routes);
  const script = `import { loadBundlerConfig } from '${join(import.meta.dirname, 'build.ts')}';
    await loadBundlerConfig('${dir}').catch((error) => process.stdout.write(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout;
}

it.each([
  ['does not parse', 'const path = ;', 'Expression expected'],
  ['fails', 'missing();', 'missing is not defined'],
])('reports file and line when a file of the build %s', async (_case, line, expected) => {
  const message = await getBuildError(`export const first = 1;\n${line}\n`);
  expect(message).toContain(expected);
  expect(message).toContain('routes.ts:2');
  expect(message).not.toContain('node:internal');
});
