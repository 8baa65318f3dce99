import { describe, expect, it } from 'vitest';
import {
  requiredPackages,
  parseImports,
  findUnusedPackages,
  type ScopeImports,
} from './required-packages.ts';

function importAllPackages(): ScopeImports {
  const imports: ScopeImports = { product: new Set(), build: new Set(), tests: new Set(), checks: new Set() };
  for (const [name, scope] of Object.entries(requiredPackages)) imports[scope].add(name);
  return imports;
}

describe('required packages', () => {
  it('are valid when all are imported in their scope', () => {
    expect(findUnusedPackages(importAllPackages())).toEqual([]);
  });

  it.each(Object.entries(requiredPackages))('%s is reported when nothing in %s imports it', (name, scope) => {
    const imports = importAllPackages();
    imports[scope].delete(name);
    expect(findUnusedPackages(imports)).toEqual([`${name} is not used in: ${scope}`]);
  });

  it('match subpath imports, but not packages with the same prefix', () => {
    const imports = importAllPackages();
    imports.product.delete('react-dom');
    expect(findUnusedPackages(imports)).toHaveLength(1);
    imports.product.add('react-dom/client');
    expect(findUnusedPackages(imports)).toEqual([]);
    imports.product.delete('zod');
    imports.product.add('zod-to-json-schema');
    expect(findUnusedPackages(imports)).toEqual(['zod is not used in: product']);
  });
});

describe('parseImports', () => {
  it('returns only imports that exist at run time', () => {
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
    expect(parseImports('a.ts', text)).toEqual(['fastify', 'side-effect', 'zod', 'stripe', 'webpack']);
  });

  it('finds imports in JSX', () => {
    expect(parseImports('a.tsx', "const Page = () => <a>{lazy(() => import('react'))}</a>;")).toEqual([
      'react',
    ]);
  });
});
