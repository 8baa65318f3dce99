import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';

describe('npm start', () => {
  it.each(['0', '17', 'many', '1.5'])('rejects %s replicas', (count) => {
    expect(() => parseOptions(['--flights', count], {})).toThrow(
      `--flights takes a number from 1 to 16, not "${count}".`,
    );
  });

  it('uses one replica, port 3000 and our own card form by default', () => {
    expect(parseOptions([], {})).toEqual({
      flights: 1,
      hasPaymentElement: false,
      port: 3000,
    });
    expect(parseOptions(['--flights', '3', '--payment-element'], { PORT: '3100' })).toEqual({
      flights: 3,
      hasPaymentElement: true,
      port: 3100,
    });
  });
});
