import type { User } from '@fareline/contracts';

/** The name of a user in the header. (HEADER-07) */
export const displayName = (user: User): string => user.firstName || user.username;
