import { createServer } from 'node:net';
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

  it.each(['abc', '0', '70000', '3000.5', '-1'])('cannot be %s', (value) => {
    expect(() => parsePort(value, 3000)).toThrow(`PORT must be a number from 1 to 65535, not "${value}".`);
  });

  it('is the usual one unless set', () => {
    expect([parsePort(undefined, 3000), parsePort('', 3000), parsePort('3100', 3000)]).toEqual([
      3000, 3000, 3100,
    ]);
  });
});
