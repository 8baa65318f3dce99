import { expect, it } from 'vitest';
import { createModeClients, ModeNotConfiguredError } from './mode-clients.ts';

it('uses the credential of the mode, and throws for a mode without one', () => {
  const getClient = createModeClients({ test: 'test key', live: undefined }, (key) => ({ key }));
  expect(getClient('test')).toEqual({ key: 'test key' });
  expect(getClient('test')).toBe(getClient('test'));
  expect(() => getClient('live')).toThrow(ModeNotConfiguredError);
});
