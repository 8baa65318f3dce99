// Needs kubectl.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { renderKustomization } from './kustomize.ts';
import { manifestSchema, type Manifest } from './manifests.ts';
import { getOverlayFolder, overlays } from './overlays.ts';

const sort = (manifests: Manifest[]) =>
  manifests.toSorted((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`));

it.each(overlays)('kubectl applies the manifests of the overlay %s that the other tests read', (overlay) => {
  const folder = getOverlayFolder(overlay);
  const output = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  const hashed = [...output.matchAll(/\b(\w+)-[2-9b-hkmt]{10}\b/g)];
  // Without a hash a changed setting would restart no pod.
  expect(hashed.map(([, name]) => name)).toContain('settings');
  const unhashed = hashed.reduce((text, [whole, name = '']) => text.replaceAll(whole, name), output);
  const applied = parseAllDocuments(unhashed).map((document) => manifestSchema.parse(document.toJS()));
  expect(sort(applied)).toEqual(sort(renderKustomization(folder)));
});
