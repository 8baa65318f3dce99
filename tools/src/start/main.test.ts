import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../local/ports.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('[HOST-06] rejects a setting that a service would reject, before it creates anything', async () => {
  const env = {
    PATH: process.env.PATH,
    FARELINE_DATA: folder,
    PORT: String(await findFreePort()),
    TRUSTED_PROXIES: 'nonsense',
  };
  const start = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env,
    timeout: 15_000,
  });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /\n {2}TRUSTED_PROXIES is not valid: not an IP address or CIDR range/,
    ) as string,
  });
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
});

it('prints a sentence when the data folder is a file', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'data')]) {
    const env = { PATH: process.env.PATH, FARELINE_DATA: path, PORT: String(await findFreePort()) };
    const start = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts')], { env });
    await expect(start).rejects.toMatchObject({
      code: 1,
      stdout: `\n${path} cannot be a folder, because a file is there. Set FARELINE_DATA to a folder.\n`,
    });
  }
});
