import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { renderKustomization } from './kustomize.ts';
import { manifestSchema, type Manifest } from './manifests.ts';
import { getOverlayFolder, overlays } from './overlays.ts';

// Compares what the tests check with what kubectl applies.
const toKey = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const sort = (manifests: Manifest[]) =>
  manifests.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : toKey(a) > toKey(b) ? 1 : 0));

for (const overlay of overlays) {
  const folder = getOverlayFolder(overlay);
  const output = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  const applied = sort(parseAllDocuments(output).map((document) => manifestSchema.parse(document.toJS())));
  const rendered = sort(renderKustomization(folder));
  const different = applied.filter((manifest, index) => !isDeepStrictEqual(manifest, rendered[index]));
  const isSame = applied.length === rendered.length && different.length === 0;
  process.stdout.write(
    isSame
      ? `${overlay}: kubectl applies the ${applied.length} manifests that the tests check\n`
      : `${overlay}: kubectl applies others: ${applied.length} for ${rendered.length}, ${different.map(toKey).join(', ')}\n`,
  );
  if (!isSame) process.exitCode = 1;
}
