import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as query from './shared-query.ts';
import * as router from './shared-router.ts';

const rules = readFileSync(join(import.meta.dirname, '../../../../.oxlintrc.json'), 'utf8');

it.each([
  ['react-router', router],
  ['@tanstack/react-query', query],
])('shares of %s what remotes may import', (name, shared) => {
  const [, allowed = ''] =
    new RegExp(`"name": "${name}",\\s*"allowImportNames": (\\[[^\\]]*\\])`).exec(rules) ?? [];
  expect(Object.keys(shared).toSorted()).toEqual((JSON.parse(allowed) as string[]).toSorted());
});
