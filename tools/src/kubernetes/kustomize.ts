import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { manifestSchema, type Manifest } from './manifests.ts';

// Strict, so that a setting that would not be followed is noticed.
const kustomizationSchema = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string() }))
    .default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        files: z.array(z.string()).default([]),
        literals: z.array(z.string().regex(/^\w+=(?!['"])/)).default([]),
      }),
    )
    .default([]),
  generatorOptions: z.strictObject({ disableNameSuffixHash: z.literal(true) }).optional(),
});
type Kustomization = z.infer<typeof kustomizationSchema>;

const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => manifestSchema.parse(document.toJS()));

/** Replaces each image of a manifest. */
function replaceImages(value: unknown, replace: (image: string) => string): void {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const [key, child] of Object.entries(object))
    if (key === 'image' && typeof child === 'string') object[key] = replace(child);
    else replaceImages(child, replace);
}

/**
 * The manifests that `kubectl apply -k` applies for a folder, as far as our files use kustomize: resources, a namespace, tags of
 * images and ConfigMaps of files and literals, whose names have no hash here. Throws for other settings of it.
 */
export function renderKustomization(folder: string): Manifest[] {
  const { namespace, resources, images, configMapGenerator }: Kustomization = kustomizationSchema.parse(
    parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')),
  );
  const included = resources.flatMap((name) => {
    const path = join(folder, name);
    return existsSync(join(path, 'kustomization.yaml')) ? renderKustomization(path) : readManifests(path);
  });
  const generated = configMapGenerator.map(({ name, files, literals }) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
    data: Object.fromEntries([
      ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
      ...literals.map((literal) => /^(\w+)=(.*)$/.exec(literal)!.slice(1)),
    ]) as Record<string, string>,
  }));
  const manifests: Manifest[] = [...included, ...generated];
  for (const manifest of manifests) {
    if (namespace && manifest.kind !== 'Namespace') manifest.metadata.namespace = namespace;
    replaceImages(manifest, (image) => {
      const { newName = image, newTag } = images.find(({ name }) => name === image) ?? {};
      return newTag === undefined ? image : `${newName}:${newTag}`;
    });
  }
  return manifests;
}
