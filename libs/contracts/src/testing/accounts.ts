import type { User } from '../accounts/account.schema.ts';
import type { SavedTraveller } from '../travellers/traveller.schema.ts';

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

export const sampleTraveller = (changes: Partial<SavedTraveller> = {}): SavedTraveller => ({
  id: '3f0c1b52-8a0e-4b5e-9d59-0b6a4b1f7c10',
  title: 'ms',
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1990-12-10',
  passportNumber: 'X1234567',
  passportExpiryDate: '2099-01-01',
  passportIssuingCountry: 'GB',
  ...changes,
});
