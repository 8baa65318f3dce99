import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';

describe('npm start', () => {
  it.each(['0', '9', 'many', '1.5'])('rejects %s replicas', (count) => {
    expect(() => parseOptions(['--replicas', count], {})).toThrow(
      `--replicas takes a number from 1 to 8, not "${count}".`,
    );
  });

  it('refuses replicas for visitors from other machines, whose addresses the balancer would hide', () => {
    const parse = () => parseOptions(['--replicas', '2'], { FARELINE_HOST: '0.0.0.0' });
    expect(parse).toThrow('unset FARELINE_HOST');
  });

  it('uses one replica, port 3000 and our own card form by default', () => {
    expect(parseOptions([], {})).toEqual({
      replicas: 1,
      hasPaymentElement: false,
      port: 3000,
    });
    expect(parseOptions(['--replicas', '3', '--payment-element'], { PORT: '3100' })).toEqual({
      replicas: 3,
      hasPaymentElement: true,
      port: 3100,
    });
  });
});
