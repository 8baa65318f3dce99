import { describe, expect, it } from 'vitest';
import { listRequiredSettings, listSettings, services } from '../check/testing/settings.ts';
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
});
