import { describe, expect, it } from 'vitest';
import { listRequiredSettings, listSettings, services } from '../check/testing/settings.ts';
import { listFrontEnds } from '../front-ends/front-ends.ts';
import { listVariables, listWorkloads } from './testing/manifests.ts';
import { overlays, readOverlay } from './testing/overlays.ts';

describe.each(overlays)('the overlay %s', (overlay) => {
  const { manifests, secrets } = readOverlay(overlay);
  const workloads = listWorkloads(manifests);

  it.each(services)(
    '[ACCESS-03] gives %s every variable that it needs, and none that it does not read',
    async (service) => {
      const workload = workloads.find(({ name }) => name === service)!;
      const names = Object.keys(listVariables(workload, manifests, secrets));
      expect(names).toEqual(expect.arrayContaining(await listRequiredSettings(service)));
      const settings = await listSettings(service);
      expect(names.filter((name) => !settings.has(name))).toEqual([]);
    },
  );

  it('restarts the pods that read a changed setting: names of ConfigMaps follow their content', () => {
    const names = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
    // PostgreSQL reads its own only when its volume is empty.
    const settings = names.filter((name) => name !== 'postgres-roles');
    expect(settings).toContainEqual(expect.stringMatching(/^settings-/));
    for (const name of settings) expect(name).toMatch(/-[2-9b-hkmt]{10}$/);
    const read = workloads.flatMap(({ container }) =>
      (container.envFrom ?? []).flatMap(({ configMapRef }) => configMapRef?.name ?? []),
    );
    expect(read).toEqual(expect.arrayContaining(settings));
  });

  it("runs no job for a changed setting: -l '!once' selects all but those that migrate, record or release", () => {
    const once = manifests.filter(({ metadata }) => metadata.labels?.once !== undefined);
    expect(once.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'Job contracts',
      ...listFrontEnds()
        .map(({ name }) => `Job front-end-${name}`)
        .toSorted(),
      'Job migrate-accounts',
      'Job migrate-payments',
    ]);
    expect(manifests.filter(({ kind }) => kind === 'Job')).toEqual(once);
  });
});
