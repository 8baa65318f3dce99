import { expect, it } from 'vitest';
import * as contracts from './services.ts';
import { getStaffRead } from './staff-reads.ts';
import type { Contract } from './contract.ts';

const ofStaff = Object.values<Contract>(contracts).filter(
  ({ method, access }) => method === 'GET' && (access === 'support' || access === 'admin'),
);

it('[GUARD-13] each GET of staff is audited, but for those of these reasons', () => {
  const reasons = ofStaff.flatMap(({ path, notAudited }) => (notAudited ? [[path, notAudited]] : []));
  expect(Object.fromEntries(reasons)).toEqual({
    '/api/admin/settings': 'Settings are about no person.',
    '/api/admin/factors': 'Second factors are those of who asks.',
    '/api/admin/brands': 'Brands are about no person.',
    '/api/admin/releases': 'Releases are about no person.',
    '/api/review/daily-closes': 'Sums of days are about no person.',
  });
  const audited = ofStaff.filter(({ notAudited }) => notAudited === undefined);
  expect(Object.fromEntries(audited.map((contract) => [contract.path, getStaffRead(contract)]))).toEqual({
    '/api/admin/audit': 'list',
    '/api/admin/staff': 'list',
    '/api/review/cases': 'list',
    '/api/review/bookings': 'list',
    '/api/review/bookings/:id': 'record',
    '/api/review/bookings/:id/later-bags': 'record',
    '/api/contact/cases': 'list',
  });
});

it('[GUARD-13] a read of anybody else, and a write, is none of staff', () => {
  const read = { method: 'GET', path: '/api/things/:id', access: 'support' } as const;
  expect(getStaffRead(read)).toBe('record');
  expect(getStaffRead({ ...read, method: 'POST' })).toBeUndefined();
  for (const access of ['public', 'user', 'owner', 'service', 'link'] as const)
    expect(getStaffRead({ ...read, access })).toBeUndefined();
});
