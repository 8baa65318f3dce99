import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { assertPortFree, freePort, parsePort } from './ports.ts';

const server = createServer();
afterEach(() => {
  server.close();
});

describe('the port', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::1'])('taken on %s is told with a way out', async (host) => {
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    await expect(assertPortFree(port)).rejects.toThrow(
      `Port ${port} is taken by another program. Choose another one: PORT=`,
    );
  });

  it('that is free may be used', async () => {
    await expect(assertPortFree(await freePort())).resolves.toBeUndefined();
  });

  it('that is found is not one that an outgoing connection could be given', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).toBe(20);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it('is never one that another process has found, though nothing listens there yet', async () => {
    const script = `import { freePort } from '${join(import.meta.dirname, 'ports.ts')}';
      console.log(JSON.stringify(await Promise.all(Array.from({ length: 400 }, freePort))));
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

  it.each(['abc', '0', '70000', '3000.5', '-1'])('cannot be %s', (value) => {
    expect(() => parsePort(value, 3000)).toThrow(`PORT must be a number from 1 to 65535, not "${value}".`);
  });

  it('is the usual one unless set', () => {
    expect([parsePort(undefined, 3000), parsePort('', 3000), parsePort('3100', 3000)]).toEqual([
      3000, 3000, 3100,
    ]);
  });
});
