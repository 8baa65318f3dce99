import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

const RULES = ['@nx/enforce-module-boundaries', 'no-restricted-imports'];
const eslint = new ESLint({ cwd: repoRoot });

/** Whether ESLint rejects the import in a file of that folder. */
async function isRejected(folder: string, specifier: string): Promise<boolean> {
  const filePath = join(repoRoot, folder, 'probe.ts');
  const source = `import * as probe from '${specifier}';\nexport { probe };\n`;
  const [result] = await eslint.lintText(source, { filePath });
  const messages = result?.messages ?? [];
  const fatal = messages.find((message) => message.fatal);
  if (fatal) throw new Error(fatal.message);
  return messages.some(({ ruleId }) => RULES.includes(ruleId ?? ''));
}

describe('import rules between parts', () => {
  beforeAll(() => {
    // The rule reads the cached project graph of Nx and reports nothing when there is none.
    execFileSync(process.execPath, [join(repoRoot, 'node_modules/nx/dist/bin/nx.js'), 'show', 'projects'], {
      cwd: repoRoot,
    });
  }, 60_000);

  it.each([
    ['apps/search-mfe/src/results', '@fareline/booking-mfe/src/routes.tsx'],
    ['apps/search-mfe/src/results', '../../../booking-mfe/src/routes.tsx'],
    ['apps/search-mfe/src/results', '@fareline/flights'],
    ['apps/search-mfe/src/results', '@fareline/service-kit'],
    ['apps/search-mfe/src/results', '../../../../services/flights/src/config.ts'],
    ['services/flights/src', '@fareline/payments/src/config.ts'],
    ['services/flights/src', '../../payments/src/config.ts'],
    ['services/flights/src', '@fareline/ui-theme'],
    ['services/payments/src', '../../../sandbox/stripe/src/app.ts'],
    ['services/payments/src', '@fareline/sandbox-stripe'],
    ['libs/contracts/src', '@fareline/service-kit'],
    ['libs/contracts/src', '../../service-kit/src/index.ts'],
    ['libs/ui-theme/src', '@fareline/service-kit'],
    ['libs/service-kit/src', '@fareline/ui-theme'],
    ['sandbox/duffel/src', '@fareline/contracts'],
  ])('%s may not import %s', async (folder, specifier) => {
    expect(await isRejected(folder, specifier)).toBe(true);
  });

  it.each([
    ['apps/search-mfe/src/results', '@fareline/contracts'],
    ['apps/search-mfe/src/results', '@fareline/ui-theme'],
    ['apps/search-mfe/src/results', '../filters/filter-model.ts'],
    ['services/flights/src', '@fareline/service-kit'],
    ['services/flights/src', '@fareline/contracts'],
    ['libs/service-kit/src', '@fareline/contracts'],
    ['e2e/src', '@fareline/tools/testing'],
  ])('%s may import %s', async (folder, specifier) => {
    expect(await isRejected(folder, specifier)).toBe(false);
  });
});
