import { randomBase62 } from '@fareline/sandbox-kit';

/** Creates an id in Duffel's format: prefix, `_0000` and 18 characters. */
export const newId = (prefix: string): string => `${prefix}_0000${randomBase62(18)}`;
