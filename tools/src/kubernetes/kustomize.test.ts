import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderKustomization } from './kustomize.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const head = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

it.each([
  'patches: []',
  'namePrefix: test-',
  'images: [{ name: a, digest: sha256:0 }]',
  'configMapGenerator: [{ name: c, literals: [A="b"] }]',
])('refuses what it does not do: %s', (setting) => {
  write('kustomization.yaml', head + setting);
  expect(() => renderKustomization(folder)).toThrow(/unrecognized_keys|expected string|invalid_format/);
});

it('refuses a resource that does not exist', () => {
  write('kustomization.yaml', `${head}resources: [missing.yaml]`);
  expect(() => renderKustomization(folder)).toThrow('missing.yaml');
});

it('includes other folders, sets the namespace and images, and makes ConfigMaps of files', () => {
  write('base/kustomization.yaml', `${head}resources: [pods.yaml]`);
  write(
    'base/pods.yaml',
    `{ apiVersion: v1, kind: Namespace, metadata: { name: n } }
---
{ apiVersion: v1, kind: Pod, metadata: { name: p }, spec: { containers: [{ image: a }, { image: ab }] } }`,
  );
  write('overlay/script.sh', 'true\n');
  write(
    'overlay/kustomization.yaml',
    `${head}namespace: n
resources: [../base]
images: [{ name: a, newName: registry/a, newTag: '1' }]
configMapGenerator: [{ name: c, files: [script.sh], literals: [A=, 'B=<x=y>'] }]`,
  );
  expect(renderKustomization(join(folder, 'overlay'))).toEqual([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } },
    {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'n' } },
      spec: { containers: [{ image: 'registry/a:1' }, { image: 'ab' }] },
    },
    {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'n' } },
      data: { 'script.sh': 'true\n', A: '', B: '<x=y>' },
    },
  ]);
});
