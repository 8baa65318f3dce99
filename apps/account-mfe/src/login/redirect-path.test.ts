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
      '/\t/evil.example',
      '/\t/evil.example/my-trips',
      '/\n\\evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/\r\n/evil.example/',
      '/.\t//evil.example',
      '/%2e//evil.example',
      '/x/%2E%2e//evil.example',
      'java\tscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'https:evil.example',
      '%2F%2Fevil.example',
      '@evil.example',
      'x/account-settings',
      '',
      null,
    ])
      expect(getRedirectPath(requested, 'https://site.test'), String(requested)).toBe('/');
  });

  it('[LOGIN-04] returns / for a path that is no URL, and for every path on an origin that is none', () =>
    expect(getRedirectPath('/my-trips', 'no origin')).toBe('/'));

  it('[LOGIN-04] leaves an encoded slash or backslash in a path on this site as it is', () => {
    for (const requested of [
      '/%2F/evil.example',
      '/%2f%2fevil.example',
      '/%5Cevil.example',
      '/%09/evil.example',
    ])
      expect(getRedirectPath(requested, 'https://site.test')).toBe(requested);
  });

  it('[LOGIN-03] returns the requested path with its query', () =>
    expect(getRedirectPath('/my-trips?claim=abc#top', 'https://site.test')).toBe('/my-trips?claim=abc#top'));
});
