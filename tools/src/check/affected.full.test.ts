import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';

/** The projects that `nx affected` runs when these files change. */
function listAffected(...files: string[]): string[] {
  const args = ['show', 'projects', '--affected', '--json', `--files=${files.join(',')}`];
  // In one process, which takes half of the time.
  const env = { ...process.env, NX_ISOLATE_PLUGINS: 'false' };
  const output = execFileSync(join(repoRoot, 'node_modules/.bin/nx'), args, { cwd: repoRoot, env });
  return (JSON.parse(output.toString()) as string[]).map((name) => name.replace('@fareline/', '')).sort();
}

describe('nx affected', () => {
  it('skips other front ends and all services when one front end changes', () => {
    expect(listAffected('apps/booking-mfe/src/routes.tsx')).toEqual(['booking-mfe', 'e2e']);
  });

  it('skips all front ends and services when a tool changes that builds and tests none of them', () => {
    expect(listAffected('tools/src/lighthouse/lighthouse.ts', 'tools/src/release/publish.ts')).toEqual([
      'bench',
      'e2e',
      'tools',
    ]);
  });

  it('runs all front ends and no service when their build changes', () => {
    expect(listAffected('tools/webpack/remote.ts', 'tools/src/release/build.ts')).toEqual([
      ...['account-mfe', 'bench', 'booking-mfe', 'e2e', 'search-mfe', 'shell', 'tools'],
    ]);
  });

  it('runs the tests of the services that use a sandbox when the sandbox changes', () => {
    expect(listAffected('sandbox/duffel/src/app.ts')).toEqual([
      'e2e',
      'flights',
      'payments',
      'sandbox-duffel',
    ]);
  });

  it('runs everything that depends on the contracts when they change', () => {
    const affected = listAffected('libs/contracts/src/index.ts');
    expect(affected).toEqual(expect.arrayContaining(['accounts', 'edge', 'flights', 'payments', 'shell']));
    expect(affected).not.toContain('sandbox-stripe');
  });

  it.each(['vitest.config.ts', 'tsconfig.base.json', '.oxlintrc.json', 'tools/src/local/postgres.ts'])(
    'runs the tests of all services when %s changes',
    (file) => {
      expect(listAffected(file)).toEqual(
        expect.arrayContaining(['accounts', 'edge', 'flights', 'payments', 'service-kit']),
      );
    },
  );
});
