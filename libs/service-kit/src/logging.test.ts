import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { loggerOptions } from './logging.ts';

it('[MONEY-32] keeps secrets and card data out of the log, however deep they stand', () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const { log } = Fastify({ logger: { ...(loggerOptions('sample', 'info') as object), stream } });
  const cardDetails = { number: '4242424242424242', cvv: '987', holderName: 'A B' };
  log.info({ cardDetails, body: { cardDetails }, password: 'hunter2hunter2' }, 'one');
  log.info({ body: { card: cardDetails, deep: { number: '4000000000000002', token: 'tok-123456' } } }, 'two');
  log.info(
    {
      headers: {
        cookie: 'session=abc.def',
        authorization: 'Bearer sk_test_1',
        'x-service-credential': 'cred-99',
      },
    },
    'three',
  );
  const text = lines.join('');
  for (const secret of [
    '4242424242424242',
    '4000000000000002',
    '987',
    'hunter2',
    'tok-123456',
    'abc.def',
    'sk_test_1',
    'cred-99',
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(lines).toHaveLength(3);
});
