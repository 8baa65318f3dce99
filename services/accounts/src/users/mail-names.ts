import { toMailLine } from '@fareline/service-kit/mail';
import type { UserRow } from './user.repository.ts';

/**
 * How mails name a user. Names are included only when the email address is verified: anyone can register an address of
 * somebody else, and would choose what this site writes to them.
 */
const isVerified = ({ email_verified_at }: UserRow): boolean => email_verified_at !== null;

export const greet = (user: UserRow): string =>
  isVerified(user) ? `Hello ${toMailLine(user.first_name ?? user.username)},` : 'Hello,';

export const describeAccount = (user: UserRow, brandName: string): string =>
  isVerified(user)
    ? `your ${brandName} account (user name ${toMailLine(user.username)})`
    : `the ${brandName} account with this email address`;
