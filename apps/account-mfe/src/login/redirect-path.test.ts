import { describe, expect, it } from 'vitest';
import { getRedirectPath } from './redirect-path.ts';

describe('getRedirectPath', () => {
  it('[LOGIN-04] returns / for anything but a path on this site', () => {
    for (const requested of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      'account-settings',
      '/.//evil.example/',
      '/x/..//evil.example/',
      '/./\\evil.example',
      'x/account-settings',
      '',
      null,
    ])
      expect(getRedirectPath(requested, 'https://site.test'), String(requested)).toBe('/');
  });

  it('[LOGIN-04] returns / for a path that is no URL, and for every path on an origin that is none', () =>
    expect(getRedirectPath('/my-trips', 'no origin')).toBe('/'));

  it('[LOGIN-03] returns the requested path with its query', () =>
    expect(getRedirectPath('/my-trips?claim=abc#top', 'https://site.test')).toBe('/my-trips?claim=abc#top'));
});
