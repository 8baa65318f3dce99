import { describe, expect, it } from 'vitest';
import { chosenPackages, importsOf, packageProblems, type Uses } from './package-use.ts';

function everything(): Uses {
  const uses: Uses = { product: new Set(), build: new Set(), tests: new Set(), gate: new Set() };
  for (const [name, place] of Object.entries(chosenPackages)) uses[place].add(name);
  return uses;
}

describe('the chosen packages', () => {
  it('are all in use', () => {
    expect(packageProblems(everything())).toEqual([]);
  });

  it.each(Object.entries(chosenPackages))('%s is told when nothing in %s uses it', (name, place) => {
    const uses = everything();
    uses[place].delete(name);
    expect(packageProblems(uses)).toEqual([`${name} is used by nothing in: ${place}`]);
  });

  it('are used where a part of them is, and not where another package begins like them', () => {
    const uses = everything();
    uses.product.delete('react-dom');
    expect(packageProblems(uses)).toHaveLength(1);
    uses.product.add('react-dom/client');
    expect(packageProblems(uses)).toEqual([]);
    uses.product.delete('zod');
    uses.product.add('zod-to-json-schema');
    expect(packageProblems(uses)).toEqual(['zod is used by nothing in: product']);
  });
});

describe('the imports of a file', () => {
  it('are those that remain when it runs', () => {
    const text = `
      import Fastify, { type FastifyInstance } from 'fastify';
      import { type Job } from 'bullmq';
      import type { Pool } from 'pg';
      import 'side-effect';
      export { z } from 'zod';
      export type { Kysely } from 'kysely';
      const stripe = await import('stripe');
      const loader = require('webpack');
      // import { Redis } from 'ioredis';
      const sentence = "import x from 'react'";`;
    expect(importsOf('a.ts', text)).toEqual(['fastify', 'side-effect', 'zod', 'stripe', 'webpack']);
  });

  it('may stand between tags', () => {
    expect(importsOf('a.tsx', "const Page = () => <a>{lazy(() => import('react'))}</a>;")).toEqual(['react']);
  });
});
