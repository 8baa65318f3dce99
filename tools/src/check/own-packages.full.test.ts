// Installs the packages of each command and reads the types of all of them.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Manifest } from '../kubernetes/testing/manifests.ts';
import { overlays, readOverlay } from '../kubernetes/testing/overlays.ts';
import { repoRoot } from '../local/paths.ts';
import { foldersWithPackages } from '../lock/lock.ts';
import { runAndCapture } from './run-checks.ts';

/** Its types come from packages that only the test before installs. */
const importSchemas = () =>
  import(join(repoRoot, 'tools/src/kubernetes/testing/schemas/schemas.ts')) as Promise<
    Record<'listInvalidValues' | 'listUnknownFields', (manifests: readonly Manifest[]) => string[]>
  >;

const run = (...args: string[]) => runAndCapture({ command: process.execPath, args });

it.each(foldersWithPackages)('%s uses its packages as their types say', async (folder) => {
  expect(await run('tools/with-packages.mjs', folder)).toMatchObject({ code: 0 });
  expect(
    await run('node_modules/oxlint/bin/oxlint', '-c', 'tools/lint/own-packages.json', folder),
  ).toMatchObject({ code: 0 });
});

// One test checks all overlays, because a compilation takes seconds.
it('Kubernetes has the kinds and fields of all overlays and takes their values, but not those of a faulty one', async () => {
  const { listInvalidValues, listUnknownFields } = await importSchemas();
  const manifests = overlays.flatMap((name) => readOverlay(name).manifests);
  expect(listInvalidValues(manifests)).toEqual([]);

  const edge = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'edge')!;
  const change = (from: RegExp, to: string) => {
    const text = JSON.stringify(edge);
    expect(text).toMatch(from);
    return JSON.parse(text.replace(from, to)) as typeof edge;
  };
  expect(listInvalidValues([change(/("limits":\{"memory":)"[^"]*"/, '$1"768 MB"')])).toEqual([
    expect.stringMatching(/^Deployment edge: .*\/resources\/limits\/memory must match format "quantity"/),
  ]);
  expect(listInvalidValues([change(/"Deployment"/, '"Deploiment"')])).toEqual([
    'Deploiment edge: apps/v1 has no such kind.',
  ]);
  expect(listUnknownFields([...manifests, change(/"readinessProbe"/, '"readynessProbe"')])).toEqual([
    expect.stringMatching(/^Deployment edge: .*'"readynessProbe"' does not exist in type 'IContainer'/),
  ]);
}, 60_000);
