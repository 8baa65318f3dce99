import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('no schema evaluates a string in a browser, where the Content-Security-Policy forbids it', async () => {
  const evaluated: unknown[][] = [];
  const record = (target: FunctionConstructor, args: string[]) => {
    evaluated.push(args);
    return Reflect.construct(target, args) as object;
  };
  vi.stubGlobal('Function', new Proxy(Function, { construct: record }));
  vi.stubGlobal('document', {});
  const { brandSchema, defaultBrand } = await import('./schemas.ts');
  expect(brandSchema.parse(defaultBrand)).toEqual(defaultBrand);
  expect(evaluated).toEqual([]);
});
