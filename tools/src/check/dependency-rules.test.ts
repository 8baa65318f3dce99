import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { afterEach, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const { forbidden, options } = await extractDepcruiseConfig(join(repoRoot, '.dependency-cruiser.js'));

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Writes the files of a repository and returns the violations of the project's rules as `rule: from -> to`; for a cycle, its files. */
async function findViolations(files: Record<string, string>): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), 'imports-'));
  folders.push(baseDir);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(baseDir, file)), { recursive: true });
    writeFileSync(join(baseDir, file), text);
  }
  mkdirSync(join(baseDir, 'node_modules/@fareline'), { recursive: true });
  symlinkSync('../../libs/contracts', join(baseDir, 'node_modules/@fareline/contracts'));
  const { output } = await cruise(['.'], { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  const { violations } = (output as ICruiseResult).summary;
  return violations.map(({ rule, from, to, cycle }) =>
    cycle ? `${rule.name}: ${cycle.map(({ name }) => name).sort()}` : `${rule.name}: ${from} -> ${to}`,
  );
}

const contracts = {
  'libs/contracts/package.json': JSON.stringify({
    name: '@fareline/contracts',
    exports: { '.': './src/index.ts', './testing': './src/testing/index.ts' },
  }),
  'libs/contracts/src/index.ts': 'export const search = 1;',
  'libs/contracts/src/testing/index.ts': 'export const sample = 1;',
};

describe('dependency rules', () => {
  it('report a cycle through the files at the root of a service, also of types only', async () => {
    const violations = await findViolations({
      'services/flights/src/app.ts': "import './deps.ts';",
      'services/flights/src/deps.ts': "import { Cache } from './offers/cache.ts'; export interface Deps {}",
      'services/flights/src/offers/cache.ts': "export * from './load.ts';",
      'services/flights/src/offers/load.ts': "import type { Deps } from '../deps.ts'; export class Cache {}",
    });
    expect(violations).toEqual([
      'no-cycles: services/flights/src/deps.ts,services/flights/src/offers/cache.ts,services/flights/src/offers/load.ts',
    ]);
  });

  it('report a cycle between parts', async () => {
    const violations = await findViolations({
      ...contracts,
      'libs/contracts/src/index.ts': "export * from '../../../sandbox/stripe/src/app.ts';",
      'sandbox/stripe/src/app.ts': "export const load = () => import('@fareline/contracts');",
    });
    expect(violations).toEqual(['no-cycles: libs/contracts/src/index.ts,sandbox/stripe/src/app.ts']);
  });

  it('report tests and test helpers that production code imports', async () => {
    const violations = await findViolations({
      ...contracts,
      'apps/shell/src/main.tsx': "import '@fareline/contracts/testing';",
      'services/edge/src/app.ts': "import './testing/harness.ts';",
      'services/edge/src/testing/harness.ts': "import '@fareline/contracts/testing';",
      'tools/src/dev.ts': "import '../../services/edge/src/app.test.ts';",
      'services/edge/src/app.test.ts': "import './testing/harness.ts'; import './app.ts';",
    });
    expect(violations.sort()).toEqual([
      'no-tests-in-production: apps/shell/src/main.tsx -> libs/contracts/src/testing/index.ts',
      'no-tests-in-production: services/edge/src/app.ts -> services/edge/src/testing/harness.ts',
      'no-tests-in-production: tools/src/dev.ts -> services/edge/src/app.test.ts',
    ]);
  });

  it('report an import of a part whose file is not found', async () => {
    const violations = await findViolations({
      ...contracts,
      'apps/shell/src/main.tsx':
        "import '@fareline/contracts/offers'; import './missing.ts'; import 'react';",
    });
    expect(violations.sort()).toEqual([
      'no-unresolved-parts: apps/shell/src/main.tsx -> ./missing.ts',
      'no-unresolved-parts: apps/shell/src/main.tsx -> @fareline/contracts/offers',
    ]);
  });

  it('accept imports in one direction', async () => {
    const violations = await findViolations({
      ...contracts,
      'apps/shell/src/main.tsx': "import '@fareline/contracts'; import './frame.tsx';",
      'apps/shell/src/frame.tsx': "import '@fareline/contracts';",
    });
    expect(violations).toEqual([]);
  });
});
