import * as first from './20261125_0001_first.ts';

/** Migrations in execution order. */
export const migrations = { '20261125_0001_first': first };
