import { expect, it } from 'vitest';
import { readOverlay } from '../../kubernetes/overlays.ts';
import { listInvalidValues, listUnknownFields } from './schemas.ts';
import { changeOverlay } from './testing.ts';

const container = 'spec template spec containers 0';

it('refuses a value that Kubernetes does not take', () => {
  const { manifests } = changeOverlay('Deployment edge', `${container} resources limits memory`, '768 MB');
  expect(listInvalidValues(manifests)).toEqual([
    expect.stringMatching(/^Deployment edge: .*\/resources\/limits\/memory must match format "quantity"/),
  ]);
});

it('refuses a kind that Kubernetes does not have', () =>
  expect(listInvalidValues(changeOverlay('Service edge', 'kind', 'Servise').manifests)).toEqual([
    'Servise edge: v1 has no such kind.',
  ]));

it('refuses a field that Kubernetes does not have, of which both overlays have none', () => {
  const edge = changeOverlay('Deployment edge', `${container} readynessProbe`, {}).manifests.filter(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'edge',
  );
  const manifests = [...readOverlay('production').manifests, ...readOverlay('sandbox').manifests, ...edge];
  expect(listUnknownFields(manifests)).toEqual([
    expect.stringMatching(/^Deployment edge: .*'"readynessProbe"' does not exist in type 'IContainer'/),
  ]);
}, 60_000);
