import { describe, expect, it } from 'vitest';
import { redirectPathOf } from './redirect-path.ts';

describe('where a sign-in may lead', () => {
  it('[LOGIN-04] nowhere but to a path on this site', () => {
    for (const asked of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      'account-settings',
      '',
      null,
    ])
      expect(redirectPathOf(asked, 'https://site.test'), String(asked)).toBe('/');
  });

  it('[LOGIN-03] to the path that was asked for, with its query', () =>
    expect(redirectPathOf('/my-trips?claim=abc#top', 'https://site.test')).toBe('/my-trips?claim=abc#top'));
});
