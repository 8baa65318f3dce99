import { expect, it } from 'vitest';
import { z } from 'zod';

import { commonVariables, parseEnv } from './run-sandbox.ts';

const Env = z.object({ ...commonVariables(4010), CURRENCY: z.enum(['USD', 'EUR']).default('USD') });

it('parses the environment with defaults for missing and empty variables', () => {
  expect(parseEnv(Env, { PORT: '', STATE_FILE: '/tmp/state' })).toEqual({
    PORT: 4010,
    HOST: '127.0.0.1',
    STATE_FILE: '/tmp/state',
    CURRENCY: 'USD',
  });
});

it('names every invalid variable', () => {
  expect(() => parseEnv(Env, { PORT: '70000', CURRENCY: 'doubloons' })).toThrow(/PORT: .*CURRENCY: /);
});
