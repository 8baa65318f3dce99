import * as first from './20261125_0002_first.ts';

/** Migrations in execution order. */
export const migrations = { '20261125_0002_first': first };
