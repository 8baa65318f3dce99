import { join } from 'node:path';

/** Root folder of this repository. */
export const workspaceRoot = join(import.meta.dirname, '..', '..');
