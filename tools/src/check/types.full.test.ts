import { expect, it } from 'vitest';
import { foldersWithPackages } from '../lock/files.ts';
import { runAndCapture } from './run-checks.ts';

const run = (...args: string[]) => runAndCapture({ command: process.execPath, args });

it.each(foldersWithPackages)('%s uses its packages as their types say', async (folder) => {
  expect(await run('tools/with-packages.mjs', folder)).toMatchObject({ code: 0 });
  expect(await run('node_modules/typescript7/bin/tsc', '-p', folder)).toEqual({ code: 0, output: '' });
});
