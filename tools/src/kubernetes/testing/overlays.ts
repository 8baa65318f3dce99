import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { repoRoot } from '../../local/paths.ts';
import { manifestSchema, readSecretTemplate, type Manifest, type SecretValues } from './manifests.ts';

export const overlays = ['sandbox', 'production'] as const;
export type OverlayName = (typeof overlays)[number];

export interface Overlay {
  manifests: Manifest[];
  /** The values in the templates of its secrets. */
  secrets: SecretValues;
}

/** What `kubectl apply -k` applies for an overlay, and the secrets that it expects. */
export function readOverlay(name: OverlayName): Overlay {
  const folder = join(repoRoot, 'deploy/kubernetes/overlays', name);
  const templates = ['secrets', 'releases-bucket'].map((secret) => {
    const text = readFileSync(join(folder, `${secret}.env.template`), 'utf8');
    return [secret, readSecretTemplate(text)] as const;
  });
  const output = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return {
    manifests: parseAllDocuments(output).map((document) => manifestSchema.parse(document.toJS())),
    secrets: Object.fromEntries(templates),
  };
}
