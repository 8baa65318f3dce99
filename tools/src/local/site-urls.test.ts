import os from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listSiteUrls } from './site-urls.ts';

beforeAll(() => {
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({
    lo: [{ address: '127.0.0.1', internal: true }],
    eth0: [
      { address: '192.168.1.5', internal: false },
      { address: 'fd00::5', internal: false },
      { address: 'fe80::5', internal: false },
    ],
  } as never);
});
afterAll(() => void vi.restoreAllMocks());

const local = ['http://localhost:3000', 'http://127.0.0.1:3000'];

describe('the URLs at which the site works', () => {
  it.each([undefined, '', '127.0.0.1', 'localhost'])('are those of this machine only for %j', (host) => {
    expect(listSiteUrls(host, 3000)).toEqual(local);
  });

  it.each([
    ['0.0.0.0', ['http://192.168.1.5:3000']],
    ['::', ['http://192.168.1.5:3000', 'http://[fd00::5]:3000']],
  ])('[SECURITY-04] include the addresses of the machine that %s stands for', (host, others) => {
    expect(listSiteUrls(host, 3000)).toEqual([...local, ...others]);
  });

  it.each([
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['fd00::5', 'http://[fd00::5]:3000'],
  ])('are that of a single address for %s', (host, url) => {
    expect(listSiteUrls(host, 3000)).toEqual([url]);
  });
});
