import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readVisitorId } from './visitor-cookie.ts';

const read = (visitor?: string, origin = 'http://localhost:3000', name = 'visitor') =>
  readVisitorId({ cookies: { [name]: visitor } } as unknown as FastifyRequest, [origin]);

it.each(['a'.repeat(16), 'A-z_09'.repeat(10), 'a'.repeat(64)])('reads the visitor id %s', (id) =>
  expect(read(id)).toBe(id),
);

it.each([undefined, '', 'a'.repeat(15), 'a'.repeat(65), `${'a'.repeat(16)}!`, `!${'a'.repeat(16)}`])(
  'takes %j for no visitor id',
  (id) => expect(read(id)).toBeUndefined(),
);

it('[SECURITY-01] reads on https only the cookie that no other host of the domain can set', () => {
  const id = 'a'.repeat(24);
  expect(read(id, 'https://fares.example', '__Host-visitor')).toBe(id);
  expect(read(id, 'https://fares.example')).toBeUndefined();
});
