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

/** What a developer is told; in a process of its own, as vitest reads files in another way than Node. */
async function problemWith(routes: string): Promise<string> {
  await writeFile(join(dir, 'package.json'), '{ "type": "module" }');
  await writeFile(join(dir, 'webpack.config.ts'), "import './routes.ts';\nexport default () => ({});\n");
  await writeFile(join(dir, 'routes.ts'), routes);
  const script = `import { configOf } from '${join(import.meta.dirname, 'build.ts')}';
    await configOf('${dir}').catch((error) => process.stdout.write(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout;
}

it.each([
  ['does not parse', 'const path = ;', 'Expression expected'],
  ['fails', 'missing();', 'missing is not defined'],
])('a file of the build that %s is named with its line', async (_what, line, sentence) => {
  const problem = await problemWith(`export const first = 1;\n${line}\n`);
  expect(problem).toContain(sentence);
  expect(problem).toContain('routes.ts:2');
  expect(problem).not.toContain('node:internal');
});
