import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

/** The projects whose targets `npm run affected` runs after a change of these files. */
function affectedBy(...files: string[]): string[] {
  const args = ['show', 'projects', '--affected', '--json', `--files=${files.join(',')}`];
  const output = execFileSync(join(repoRoot, 'node_modules/.bin/nx'), args, { cwd: repoRoot });
  return (JSON.parse(output.toString()) as string[]).map((name) => name.replace('@fareline/', '')).sort();
}

describe('npm run affected', () => {
  it('leaves other front ends and all services out when one front end changed', () => {
    expect(affectedBy('apps/booking-mfe/src/routes.tsx')).toEqual(['booking-mfe', 'e2e']);
  });

  it('runs the tests of the services that start a sandbox when the sandbox changed', () => {
    expect(affectedBy('sandbox/duffel/src/app.ts')).toEqual(['e2e', 'flights', 'payments', 'sandbox-duffel']);
  });

  it('runs everything that is built on the contracts when these changed', () => {
    const affected = affectedBy('libs/contracts/src/index.ts');
    expect(affected).toEqual(expect.arrayContaining(['accounts', 'edge', 'flights', 'payments', 'shell']));
    expect(affected).not.toContain('sandbox-stripe');
  });

  it.each(['vitest.config.ts', 'tsconfig.base.json', 'eslint.config.js', 'tools/src/local/postgres.ts'])(
    'runs the services’ tests when %s changed, on which all of them depend',
    (file) => {
      expect(affectedBy(file)).toEqual(
        expect.arrayContaining(['accounts', 'edge', 'flights', 'payments', 'service-kit']),
      );
    },
  );
});
