import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claim, findRunning, release } from './running.ts';
import { loadSecrets, sessionKeySecretOf } from './secrets.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const write = (pid: number, start?: string) =>
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid, start, url: 'http://localhost:3000' }));

describe('a data folder', () => {
  it('serves one product at a time', () => {
    write(process.ppid);
    expect(() => claim(folder, { url: 'http://localhost:3001' })).toThrow(
      /already runs on http:\/\/localhost:3000 .*Ctrl-C/,
    );
  });

  it('serves one of several that start at once', async () => {
    const script = `import { claim } from '${join(import.meta.dirname, 'running.ts')}';
      try { claim('${folder}', { url: 'http://localhost:3000' }); console.log('claimed'); } catch { console.log('refused'); }
      setInterval(() => {}, 1000);`;
    const starts = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    try {
      const said = await Promise.all(
        starts.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
      );
      expect(said.sort()).toEqual(['claimed', 'refused', 'refused', 'refused']);
    } finally {
      for (const start of starts) start.kill('SIGKILL');
    }
  });

  it('is free again when the process of a crashed product has given its id to another', () => {
    write(process.ppid, 'another start');
    claim(folder, { url: 'http://localhost:3001' });
    expect(readdirSync(folder)).toEqual(['running.json']);
  });

  it('is free again after a crash, and after an end', () => {
    write(2 ** 22 + 1);
    claim(folder, { url: 'http://localhost:3001' });
    release(folder);
    expect(findRunning(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('opens the session keys of a given database as every other folder does', () => {
    const secretOf = (name: string, env: NodeJS.ProcessEnv) =>
      loadSecrets(join(folder, name), env).sessionKeySecret;
    const given = { DATABASE_URL: 'postgres://given' };
    expect(secretOf('first', given)).toBe(secretOf('second', given));
    expect(secretOf('third', { DATABASE_URL: 'postgres://other' })).not.toBe(secretOf('first', given));
    expect(secretOf('fourth', {})).not.toBe(secretOf('fifth', {}));
  });

  it('knows the secret of the session keys for a command, and makes none', () => {
    expect(sessionKeySecretOf(folder, {})).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    const { sessionKeySecret } = loadSecrets(folder);
    expect(sessionKeySecretOf(folder, { SESSION_KEY_SECRET: '' })).toBe(sessionKeySecret);
    expect(sessionKeySecretOf(folder, { SESSION_KEY_SECRET: 'the one that is set' })).toBe(
      'the one that is set',
    );
  });

  it('keeps its secrets, for its owner alone', () => {
    const first = loadSecrets(folder);
    expect(loadSecrets(folder)).toEqual(first);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('is given a secret that a newer version needs, and keeps the others', () => {
    const { sessionKeySecret, ...others } = loadSecrets(folder);
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(others));
    const completed = loadSecrets(folder);
    expect(completed).toMatchObject(others);
    expect(completed.sessionKeySecret).not.toBe(sessionKeySecret);
    expect(loadSecrets(folder)).toEqual(completed);
  });

  it('with broken secrets says what to do', () => {
    writeFileSync(join(folder, 'secrets.json'), '{');
    expect(() => loadSecrets(folder)).toThrow('Put it back as it was, or remove the whole folder');
  });
});
