import { join } from 'node:path';

const [repository, isInstalled] = import.meta.dirname.split(/[\\/]node_modules[\\/]/);

/** Root folder of this repository or, when this is an installed package, of the one that uses it. */
export const workspaceRoot = isInstalled ? repository! : join(import.meta.dirname, '..', '..');
