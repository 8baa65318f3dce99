import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { assertPortFree, findFreePort, parsePort } from './ports.ts';

const server = createServer();
afterEach(() => {
  server.close();
});

describe('ports', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::1'])(
    'rejects a port that is in use on %s and suggests another one',
    async (host) => {
      const port = await findFreePort();
      await new Promise<void>((resolve) => server.listen(port, host, resolve));
      await expect(assertPortFree(port)).rejects.toThrow(
        `Port ${port} is in use by another program. Choose another one: PORT=`,
      );
    },
  );

  it('accepts a free port', async () => {
    await expect(assertPortFree(await findFreePort())).resolves.toBeUndefined();
  });

  it('allocates ports below the ephemeral range', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, findFreePort));
    expect(new Set(ports).size).toBe(20);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it('never allocates a port that another process has allocated, even before a program listens on it', async () => {
    const script = `import { findFreePort } from '${join(import.meta.dirname, 'ports.ts')}';
      console.log(JSON.stringify(await Promise.all(Array.from({ length: 400 }, findFreePort))));
      setInterval(() => {}, 1000);`;
    const others = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    try {
      const found = await Promise.all(
        others.map(async ({ stdout }) => JSON.parse(String((await once(stdout, 'data'))[0])) as number[]),
      );
      expect(new Set(found.flat()).size).toBe(1200);
    } finally {
      for (const child of others) child.kill('SIGKILL');
    }
  });

  it.each(['abc', '0', '70000', '3000.5', '-1', '3e3', '0x10'])('rejects %s as a port', (value) => {
    expect(() => parsePort(value, 3000)).toThrow(`PORT must be a number from 1 to 65535, not "${value}".`);
  });

  it('uses the default port unless one is set', () => {
    expect([parsePort(undefined, 3000), parsePort('', 3000), parsePort('3100', 3000)]).toEqual([
      3000, 3000, 3100,
    ]);
  });
});
