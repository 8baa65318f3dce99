import { expect, it } from 'vitest';
import { isUnambiguousPath } from './is-unambiguous-path.ts';

it.each([
  '/',
  '/api/flights/search',
  '/api/flights/offer/off_0000A1~x.y-z',
  '/about/',
  '/api/brands/caf%C3%A9',
  '/api/x?return=//evil.example/../%61',
  '/a%20b',
  '/API/Flights',
])('[ACCESS-02] accepts %s', (url) => {
  expect(isUnambiguousPath(url)).toBe(true);
});

it.each([
  '',
  'http://evil.example/api',
  '*',
  '//api/auth',
  '/api//auth',
  '/api/auth//',
  '/./api',
  '/api/../internal',
  '/api/..',
  '/api/.',
  '/api/..?x=1',
  '/api/.%2e/internal',
  '/api/%2E%2e/internal',
  '/api/auth/..%2f..%2finternal',
  '/api/auth/..%5cinternal',
  '/api/auth/..\\internal',
  '/api/%2fauth',
  '/%61pi/auth',
  '/%41pi',
  '/%69nternal/x',
  '/api/%7e',
  '/api/%5F',
  '/api/%2d',
  '/api/%30',
  '/api/%7A',
  '/api/%5a',
  '/api/%E0%A4%A',
])('[ACCESS-02] rejects %s', (url) => {
  expect(isUnambiguousPath(url)).toBe(false);
});
