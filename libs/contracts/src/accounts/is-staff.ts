import type { User } from './account.schema.ts';

/** Whether a user has the role of an administrator or of support. */
export const isStaff = ({ isAdmin, isSupport }: Pick<User, 'isAdmin' | 'isSupport'>): boolean =>
  isAdmin || isSupport;
