import { toMailLine } from '@fareline/service-kit/mail';
import type { UserRow } from './user.repository.ts';

/** What mails say of a user. */
export type NamedUser = Pick<UserRow, 'username' | 'first_name' | 'email_verified_at'>;

/**
 * How mails name a user. Names are included only when the email address is verified: anyone can register an address of
 * another person, and would choose what this site writes to them.
 */
const isVerified = ({ email_verified_at }: NamedUser): boolean => email_verified_at !== null;

export const greet = (user: NamedUser): string =>
  isVerified(user) ? `Hello ${toMailLine(user.first_name ?? user.username)},` : 'Hello,';

export const describeAccount = (user: NamedUser, brandName: string): string =>
  isVerified(user)
    ? `your ${brandName} account (user name ${toMailLine(user.username)})`
    : `the ${brandName} account with this email address`;
