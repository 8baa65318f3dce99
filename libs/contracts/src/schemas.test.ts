import { expect, it } from 'vitest';
import { z } from 'zod';
import * as schemas from './schemas.ts';

it('the schemas of requests and responses have their names in the API document', () => {
  const named = Object.entries(schemas).flatMap(([name, schema]) => {
    const id = schema instanceof z.ZodType ? z.globalRegistry.get(schema)?.id : undefined;
    return id ? [[name, id]] : [];
  });
  for (const [name, id] of named) expect(name?.toLowerCase()).toBe(`${id?.toLowerCase()}schema`);
  expect(named).toHaveLength(79);
});
