import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from './index.ts';

it('tells who starts a service what is wrong with a setting, and names every one', () => {
  const shape = { PORT: z.coerce.number().max(65535), KEY: z.string().min(16), NAME: z.string() };
  expect(() => parseConfig(shape, { PORT: '70000', KEY: 'short', NAME: '' })).toThrow(
    /PORT is not valid: Too big.*<=65535.*\n.*KEY is not valid: Too small.*\n.*NAME is missing: set it\./,
  );
});
