import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { renderKustomization } from './kustomize.ts';
import { readSecretTemplate, type Manifest, type SecretValues } from './manifests.ts';

export const overlays = ['sandbox', 'production'] as const;
export type OverlayName = (typeof overlays)[number];

export interface Overlay {
  manifests: Manifest[];
  /** The values in the templates of its secrets. */
  secrets: SecretValues;
}

export const getOverlayFolder = (name: OverlayName): string =>
  join(repoRoot, 'deploy/kubernetes/overlays', name);

/** What an overlay applies, and the secrets that it expects. */
export function readOverlay(name: OverlayName): Overlay {
  const folder = getOverlayFolder(name);
  const templates = ['secrets', 'releases-bucket'].map((secret) => {
    const text = readFileSync(join(folder, `${secret}.env.template`), 'utf8');
    return [secret, readSecretTemplate(text)] as const;
  });
  return {
    manifests: renderKustomization(folder),
    secrets: Object.fromEntries(templates),
  };
}
