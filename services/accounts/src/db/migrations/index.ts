import * as first from './20261126_0003_first.ts';

/** Migrations in execution order. */
export const migrations = { '20261126_0003_first': first };
