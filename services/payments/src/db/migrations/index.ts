import * as first from './20261201_0035_first.ts';

export const migrations = { '20261201_0035_first': first };
