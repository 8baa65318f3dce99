import * as first from './20261126_0007_first.ts';

export const migrations = { '20261126_0007_first': first };
