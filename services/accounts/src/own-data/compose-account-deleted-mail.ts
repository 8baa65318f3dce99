import { bookingsStay } from '@fareline/contracts/promises';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { ComposeMail } from '../mail/outbox.ts';

/** Tells the address of a deleted account what is gone and how its bookings are found. (POLICY-09) */
export const composeAccountDeletedMail: ComposeMail = async ({ db }, { subject: to, payload }) => {
  const { name } = await findBrandOrDefault(db, payload.brand);
  return {
    to,
    subject: `Your account at ${name} is deleted`,
    text: [
      'Hello,',
      '',
      `your account at ${name} is deleted, as you asked. You are signed out everywhere.`,
      '',
      bookingsStay,
      `${payload.origin}/find-trip`,
      '',
      'If that was not you, please call us at once.',
    ].join('\n'),
  };
};
