import type { User } from '@fareline/contracts';

/** The name that the header knows a user by. (HEADER-07) */
export const displayName = (user: User): string => user.firstName || user.username;
