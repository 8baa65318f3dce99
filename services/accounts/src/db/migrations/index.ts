import * as first from './20261126_0005_first.ts';

export const migrations = { '20261126_0005_first': first };
