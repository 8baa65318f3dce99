import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder, findRunningProduct, unlockDataFolder } from './running-product.ts';
import { loadSecrets, findSessionKeySecret } from './secrets.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const write = (pid: number, start?: string) =>
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid, start, url: 'http://localhost:3000' }));

describe('the data folder', () => {
  it('is locked by a running product', () => {
    write(process.ppid);
    expect(() => lockDataFolder(folder, { url: 'http://localhost:3001' })).toThrow(
      /already running on http:\/\/localhost:3000 .*Ctrl-C/,
    );
  });

  it('is locked by exactly one of several concurrent starts', async () => {
    const script = `import { lockDataFolder } from '${join(import.meta.dirname, 'running-product.ts')}';
      try { lockDataFolder('${folder}', { url: 'http://localhost:3000' }); console.log('locked'); } catch { console.log('refused'); }
      setInterval(() => {}, 1000);`;
    const starts = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    try {
      const outputs = await Promise.all(
        starts.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
      );
      expect(outputs.sort()).toEqual(['locked', 'refused', 'refused', 'refused']);
    } finally {
      for (const start of starts) start.kill('SIGKILL');
    }
  });

  it('is unlocked when another process has reused the id of a crashed product', () => {
    write(process.ppid, 'another start');
    lockDataFolder(folder, { url: 'http://localhost:3001' });
    expect(readdirSync(folder)).toEqual(['running.json']);
  });

  it('is unlocked after a crash and after a stop', () => {
    write(2 ** 22 + 1);
    lockDataFolder(folder, { url: 'http://localhost:3001' });
    unlockDataFolder(folder);
    expect(findRunningProduct(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('derives the session key secret from DATABASE_URL, so that all data folders share it', () => {
    const getSecret = (name: string, env: NodeJS.ProcessEnv) =>
      loadSecrets(join(folder, name), env).sessionKeySecret;
    const given = { DATABASE_URL: 'postgres://given' };
    expect(getSecret('first', given)).toBe(getSecret('second', given));
    expect(getSecret('third', { DATABASE_URL: 'postgres://other' })).not.toBe(getSecret('first', given));
    expect(getSecret('fourth', {})).not.toBe(getSecret('fifth', {}));
  });

  it('finds the session key secret for a command without creating one', () => {
    expect(findSessionKeySecret(folder, {})).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    const { sessionKeySecret } = loadSecrets(folder);
    expect(findSessionKeySecret(folder, { SESSION_KEY_SECRET: '' })).toBe(sessionKeySecret);
    expect(findSessionKeySecret(folder, { SESSION_KEY_SECRET: 'from the environment' })).toBe(
      'from the environment',
    );
  });

  it('stores its secrets so that only the owner can read them', () => {
    const first = loadSecrets(folder);
    expect(loadSecrets(folder)).toEqual(first);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it.each(['{', '{}'])('rejects the incomplete secrets file %s and says what to do', (text) => {
    writeFileSync(join(folder, 'secrets.json'), text);
    expect(() => loadSecrets(folder)).toThrow('Restore the file, or remove the whole folder');
  });
});
