import { get, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callWithLimits, ResponseTooLargeError } from './call-with-limits.ts';
import { drip, sendEndlessly, startBrokenProvider } from './testing/broken-provider.ts';
import { TimeoutError } from './with-timeout.ts';

/** Starts a provider, and a library that cannot abort its calls. */
async function startLibrary(respond: (response: ServerResponse) => void) {
  const provider = await startBrokenProvider(respond);
  onTestFinished(provider.close);
  const call = () =>
    new Promise<string>((resolve, reject) => {
      get(provider.url, (response) => void text(response).then(resolve, reject)).on('error', reject);
    });
  return { call, connectionClosed: provider.connectionClosed };
}

describe('callWithLimits', () => {
  it.each([
    ['does not respond', () => undefined],
    ['sends headers only', (response: ServerResponse) => void response.flushHeaders()],
    ['sends one byte after the other', drip],
  ])('closes the connection of a provider that %s', async (_, respond) => {
    const { call, connectionClosed } = await startLibrary(respond);
    await expect(callWithLimits(60, call)).rejects.toThrow(TimeoutError);
    await connectionClosed;
  });

  it.each([
    ['', undefined],
    ['compressed ', createGzip],
  ])('closes the connection at a %sbody of more than 64 MB', async (_, compress) => {
    const { call, connectionClosed } = await startLibrary((response) =>
      sendEndlessly(response, compress?.()),
    );
    await expect(callWithLimits(60_000, call)).rejects.toThrow(ResponseTooLargeError);
    await connectionClosed;
  });

  it('resolves with the result of the call, and does not limit other calls', async () => {
    const { call } = await startLibrary((response) => void setTimeout(() => response.end('done'), 60));
    const other = call();
    await expect(callWithLimits(1, call)).rejects.toThrow(TimeoutError);
    expect(await other).toBe('done');
    expect(await callWithLimits(60_000, call)).toBe('done');
  });

  it('rejects with the error of the call', async () => {
    await expect(callWithLimits(1000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
