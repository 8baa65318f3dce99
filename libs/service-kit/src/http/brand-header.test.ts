import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readBrandKey } from './brand-header.ts';

const read = (header?: string | string[]) =>
  readBrandKey({ headers: header === undefined ? {} : { 'x-brand': header } } as unknown as FastifyRequest);

it('is the brand that the edge determined', () => {
  expect(read('sky.example')).toBe('sky.example');
});

it.each([[undefined], [''], ['Sky'], ['../admin'], ['a'.repeat(64)], [['sky', 'sun']]])(
  'is the default brand for the header %j',
  (header) => {
    expect(read(header)).toBe('default');
  },
);
