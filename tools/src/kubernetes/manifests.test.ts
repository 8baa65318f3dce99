import { expect, it } from 'vitest';
import { listVariables, listWorkloads, readSecretTemplate, type Manifest } from './testing/manifests.ts';

const createDeployment = (containers: object[]): Manifest => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } },
  spec: { template: { spec: { containers } } },
});

it('throws for a pod with another container, which the checks would not see', () => {
  expect(() => listWorkloads([createDeployment([{ name: 'a' }, { name: 'b' }])])).toThrow('a does not have');
  expect(() => listWorkloads([createDeployment([])])).toThrow('a does not have one container.');
});

it('reads the keys of a template, without those in comments', () =>
  expect(readSecretTemplate('# Some words = no key\nA=\nB=x=${Y}\n# C=\n')).toEqual({ A: '', B: 'x=${Y}' }));

it('lists variables of ConfigMaps, secrets and the container, which come before them', () => {
  const deployment = createDeployment([
    {
      envFrom: [
        { configMapRef: { name: 'settings' } },
        { configMapRef: { name: 'missing', optional: true } },
        { secretRef: { name: 'bucket' } },
      ],
      env: [
        { name: 'A', value: 'own' },
        { name: 'D', valueFrom: { secretKeyRef: { name: 'secrets', key: 'OTHER' } } },
        { name: 'E', valueFrom: { secretKeyRef: { name: 'secrets', key: 'NONE', optional: true } } },
      ],
    },
  ]);
  const settings = {
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } },
    data: { A: 'shared', B: 'b' },
  };
  const [workload] = listWorkloads([deployment]);
  const secrets = { bucket: { C: 'c' }, secrets: { OTHER: 'd' } };
  expect(listVariables(workload!, [deployment, settings], secrets)).toEqual({
    ...{ A: 'own', B: 'b', C: 'c', D: 'd', E: '' },
  });
});
