import { expect, it } from 'vitest';
import type { Access, Contract } from './services.ts';
import * as services from './services.ts';

const ofStaff: readonly Access[] = ['factor', 'support', 'admin'];
const writes = (Object.values(services) as Contract[]).filter(
  ({ access, method }) => ofStaff.includes(access) && method !== 'GET',
);
const nameOf = ({ method, path }: Contract) => `${method} ${path}`;

it('[GUARD-12] each write of staff needs a recent password or factor, or says why not', () => {
  expect(writes.length).toBeGreaterThan(10);
  expect(writes.filter(({ recent }) => recent === undefined).map(nameOf)).toEqual([]);
});

it('[GUARD-12] no write of staff goes without a recent password or factor but these', () => {
  const reasons = writes.flatMap((contract) =>
    typeof contract.recent === 'object' ? [[nameOf(contract), contract.recent.notNeeded]] : [],
  );
  expect(Object.fromEntries(reasons)).toEqual({
    'POST /api/admin/factor': 'It is how a second factor becomes recent.',
    'POST /api/admin/factor/challenge': 'It is how a second factor becomes recent.',
    'POST /api/admin/factors': 'Its handler asks for it, or for the link that sets up a first factor.',
    'POST /api/admin/factors/preparation':
      'Its handler asks for it, or for the link that sets up a first factor.',
    'POST /api/admin/login': 'It is where the password is entered, or found to be recent.',
    'PUT /api/admin/brands/:brand': 'Its handler asks for it unless nothing but the look changes.',
    'POST /api/review/cases/:id/plan': 'It says who decides and until when, and decides nothing.',
    'POST /api/review/bookings/:id/cancellation-quote':
      'It only asks the airline; the action that follows needs it.',
    'POST /api/review/bookings/:id/change-offers':
      'It only asks the airline; the action that follows needs it.',
    'POST /api/review/bookings/:id/changes': 'It only asks the airline; the action that follows needs it.',
  });
});
