import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { afterEach, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const { forbidden, options } = await extractDepcruiseConfig(join(repoRoot, '.dependency-cruiser.js'));

const parts = globSync(['{apps,services,libs,sandbox}/*/package.json', '{tools,e2e,bench}/package.json'], {
  cwd: repoRoot,
}).map(dirname);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Package {
  name: string;
  exports?: Record<string, string>;
}

/**
 * Writes the packages of all parts with empty files for what they export, as in a clone without a build, and these files. Returns
 * the violations of the project's rules as `rule: from -> to`; for a cycle, its files.
 */
async function findViolations(files: Record<string, string>): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), 'imports-'));
  folders.push(baseDir);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(baseDir, file)), { recursive: true });
    writeFileSync(join(baseDir, file), text);
  };
  mkdirSync(join(baseDir, 'node_modules/@fareline'), { recursive: true });
  for (const part of parts) {
    const text = readFileSync(join(repoRoot, part, 'package.json'), 'utf8');
    const { name, exports = {} } = JSON.parse(text) as Package;
    write(`${part}/package.json`, text);
    symlinkSync(join('../..', part), join(baseDir, 'node_modules', name));
    const exported = globSync(Object.values(exports), { cwd: join(repoRoot, part) });
    for (const file of exported) write(join(part, file), '');
  }
  for (const [name, main] of [
    ['zod', 'index.js'],
    ['stripe', 'index.js'],
    ['built', 'dist/index.js'],
  ] as const) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main }));
    write(`node_modules/${name}/${main}`, '');
  }
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { output } = await cruise(['.'], { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  const { violations } = (output as ICruiseResult).summary;
  return violations
    .map(({ rule, from, to, cycle }) =>
      cycle ? `${rule.name}: ${cycle.map(({ name }) => name).sort()}` : `${rule.name}: ${from} -> ${to}`,
    )
    .sort();
}

/** Files that nothing imports and that import each of these modules. */
const importAll = (imports: [folder: string, specifier: string][]) =>
  Object.fromEntries(
    imports.map(([folder, specifier], index) => [`${folder}/probe-${index}.ts`, `import '${specifier}';`]),
  );

describe('dependency rules', () => {
  it('keep a provider, also its types, in the folder of its adapter', async () => {
    const files = {
      'services/payments/src/bookings/probe.ts': "import type Stripe from 'stripe'; export type A = Stripe;",
      'services/payments/src/stripe/probe.ts': "import type Stripe from 'stripe'; export type A = Stripe;",
      'services/payments/src/bookings/probe.test.ts': "import 'stripe';",
    };
    expect(await findViolations(files)).toEqual([
      'no-providers-outside-adapters: services/payments/src/bookings/probe.ts -> node_modules/stripe/index.js',
    ]);
  });

  const targets = {
    'libs/ui-theme/src/toast/toast-store.ts': '',
    'apps/booking-mfe/src/routes.tsx': '',
    'services/flights/src/config.ts': '',
    'services/payments/src/config.ts': '',
  };

  it('report each import of a part that may not be imported, by name or by path', async () => {
    const imports: [string, string][] = [
      ['apps/search-mfe/src/results', '@fareline/booking-mfe/src/routes.tsx'],
      ['apps/search-mfe/src/results', '../../../booking-mfe/src/routes.tsx'],
      ['apps/search-mfe/src/results', '@fareline/flights'],
      ['apps/search-mfe/src/results', '@fareline/service-kit/app-error'],
      ['apps/search-mfe/src/results', '../../../../services/flights/src/config.ts'],
      ['apps/search-mfe/src/results', '@fareline/contracts/services'],
      ['apps/search-mfe/src/results', '../../../../libs/presentation/src/theme/index.ts'],
      ['services/flights/src', '@fareline/payments/src/config.ts'],
      ['services/flights/src', '../../payments/src/config.ts'],
      ['services/flights/src', '@fareline/presentation/theme'],
      ['services/payments/src', '@fareline/releases/connect'],
      ['services/edge/src', '@fareline/presentation/formats'],
      ['services/edge/src', '@fareline/ui-theme'],
      ['libs/mails/src', '@fareline/ui-theme'],
      ['libs/presentation/src', '@fareline/ui-theme'],
      ['services/payments/src', '../../../sandbox/stripe/src/app.ts'],
      ['services/payments/src', '@fareline/sandbox-stripe'],
      ['services/payments/src', '@fareline/tools/redis'],
      ['libs/contracts/src', '@fareline/service-kit/app-error'],
      ['libs/contracts/src', '../../service-kit/src/app-error.ts'],
      ['libs/contracts/src', 'react'],
      ['libs/contracts/src', 'built'],
      ['libs/contracts/src', 'node:crypto'],
      ['libs/ui-theme/src', '@fareline/service-kit/app-error'],
      ['libs/ui-theme/src', '@fareline/contracts/services'],
      ['libs/ui-theme/src/widgets', '../toast/toast-store.ts'],
      ['libs/service-kit/src', '@fareline/ui-theme'],
      ['libs/service-kit/src', '@fareline/releases/connect'],
      ['sandbox/duffel/src', '@fareline/contracts'],
      ['sandbox/duffel/src', '@fareline/sandbox-stripe'],
      ['sandbox/kit/src', '@fareline/sandbox-duffel'],
      ['e2e/src', '@fareline/ui-theme'],
    ];
    const violations = await findViolations({ ...targets, ...importAll(imports) });
    const reported = (index: number) =>
      violations.some((violation) => violation.includes(`probe-${index}.ts`));
    expect(imports.filter((_, index) => !reported(index))).toEqual([]);
  });

  it('accept imports of what a part may import', async () => {
    const imports: [string, string][] = [
      ['apps/search-mfe/src/results', '@fareline/contracts'],
      ['apps/search-mfe/src/results', '@fareline/ui-theme/widgets'],
      ['apps/search-mfe/src/results', '@fareline/tools/webpack'],
      ['apps/search-mfe/src/results', 'react'],
      ['apps/search-mfe/src/results', '../filters/filter-model.ts'],
      ['services/flights/src', '@fareline/service-kit/app-error'],
      ['services/flights/src', '@fareline/contracts/services'],
      ['services/edge/src', '@fareline/presentation/theme'],
      ['libs/contracts/src', 'zod'],
      ['libs/service-kit/src', '@fareline/contracts'],
      ['libs/releases/src', '@fareline/service-kit/app-error'],
      ['libs/mails/src', '@fareline/presentation/theme'],
      ['sandbox/duffel/src', '@fareline/sandbox-kit'],
      ['e2e/src', '@fareline/tools/testing'],
    ];
    const files = { ...importAll(imports), 'apps/search-mfe/src/filters/filter-model.ts': '' };
    expect(await findViolations(files)).toEqual([]);
  });

  it('report a screen of travellers that imports what staff have, also lazily', async () => {
    const violations = await findViolations({
      'apps/account-mfe/src/staff/review/labels.ts': "import '../../forms/field.ts';",
      'apps/account-mfe/src/staff/review/screen.ts': "import './labels.ts';",
      'apps/account-mfe/src/forms/field.ts': '',
      'apps/account-mfe/src/trips/screen.ts':
        "export const load = () => import('../staff/review/labels.ts');",
      'apps/account-mfe/src/trips/screen.test.ts': "import '../staff/review/labels.ts';",
    });
    expect(violations).toEqual([
      'no-staff-for-travellers: apps/account-mfe/src/trips/screen.ts -> apps/account-mfe/src/staff/review/labels.ts',
    ]);
  });

  it('report schemas that endpoints import at run time', async () => {
    const violations = await findViolations({
      'libs/contracts/src/offers/offer.schema.ts': "import 'zod';",
      'libs/contracts/src/offers/endpoints.ts':
        "import type { z } from 'zod'; import { offer } from './offer.schema.ts'; export type A = z.infer<typeof offer>; offer();",
    });
    expect(violations).toEqual([
      'no-schemas-in-endpoints: libs/contracts/src/offers/endpoints.ts -> libs/contracts/src/offers/offer.schema.ts',
    ]);
  });

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
      'libs/contracts/src/index.ts': "export * from '../../../sandbox/stripe/src/app.ts';",
      'sandbox/stripe/src/app.ts': "export const load = () => import('@fareline/contracts');",
    });
    expect(violations).toContain('no-cycles: libs/contracts/src/index.ts,sandbox/stripe/src/app.ts');
  });

  it('report tests and test helpers that production code imports', async () => {
    const violations = await findViolations({
      'apps/shell/src/main.tsx': "import '@fareline/contracts/testing';",
      'services/edge/src/app.ts': "import './testing/harness.ts';",
      'services/edge/src/testing/harness.ts': "import '@fareline/contracts/testing';",
      'services/edge/src/main.ts': "import './app.test.ts';",
      'services/edge/src/app.test.ts': "import './testing/harness.ts'; import './app.ts';",
    });
    expect(violations).toEqual([
      'no-tests-in-production: apps/shell/src/main.tsx -> libs/contracts/src/testing/index.ts',
      'no-tests-in-production: services/edge/src/app.ts -> services/edge/src/testing/harness.ts',
      'no-tests-in-production: services/edge/src/main.ts -> services/edge/src/app.test.ts',
    ]);
  });

  it('report an import of a part whose file is not found', async () => {
    const violations = await findViolations({
      'apps/shell/src/main.tsx':
        "import '@fareline/contracts/offers'; import './missing.ts'; import 'react';",
    });
    expect(violations).toEqual([
      'no-unresolved-parts: apps/shell/src/main.tsx -> ./missing.ts',
      'no-unresolved-parts: apps/shell/src/main.tsx -> @fareline/contracts/offers',
    ]);
  });

  it('accept imports in one direction', async () => {
    const violations = await findViolations({
      'apps/shell/src/main.tsx': "import '@fareline/contracts'; import './frame.tsx';",
      'apps/shell/src/frame.tsx': "import '@fareline/contracts';",
    });
    expect(violations).toEqual([]);
  });
});
