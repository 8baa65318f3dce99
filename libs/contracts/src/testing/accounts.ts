import type { User } from '../accounts/account.schema.ts';

export const sampleUser = (changes: Partial<User> = {}): User => ({
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.com',
  createdAt: '2026-02-03T10:00:00Z',
  firstName: 'Ada',
  lastName: 'Lovelace',
  isAdmin: false,
  isSupport: false,
  emailVerified: true,
  ...changes,
});
