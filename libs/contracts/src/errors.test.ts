import { expect, it } from 'vitest';
import { httpStatusFor, messageFor } from './errors.ts';

it('an error code has a status and a message', () => {
  expect([httpStatusFor('OFFER_EXPIRED'), messageFor('OFFER_EXPIRED')]).toEqual([
    410,
    'This flight offer has expired. Please select another flight.',
  ]);
});
