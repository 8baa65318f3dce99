import * as first from './20261201_0037_first.ts';

export const migrations = { '20261201_0037_first': first };
