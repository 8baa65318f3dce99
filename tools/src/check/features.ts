import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { repoRoot } from '../local/paths.ts';

/**
 * Maps each feature folder to the sibling feature folders that it imports; tests and stories are left out. dependency-cruiser
 * compares every folder by itself, so it misses a cycle that enters a feature in one subfolder and leaves it from another.
 */
export function readFeatureImports(src: string): Map<string, Set<string>> {
  const features = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: src, exclude: ['**/node_modules'] }).sort()) {
    if (/\.(test|stories)\.tsx?$/.test(file)) continue;
    const feature = getFeature(file);
    const imports = features.get(feature) ?? new Set();
    features.set(feature, imports);
    const { importedFiles } = ts.preProcessFile(readFileSync(join(src, file), 'utf8'), true, false);
    for (const { fileName } of importedFiles.filter((importedFile) =>
      importedFile.fileName.startsWith('.'),
    )) {
      const target = relative(src, join(src, dirname(file), fileName));
      const isFeature = target.includes(sep) && !target.startsWith('..');
      if (isFeature && getFeature(target) !== feature) imports.add(getFeature(target));
    }
  }
  return features;
}

/** The first import cycle as a path that ends where it starts; undefined when there is none. Features in a cycle cannot be understood or moved alone. */
export function findCycle(features: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (feature: string, path: string[]): string[] | undefined => {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature];
    if (done.has(feature)) return undefined;
    for (const next of features.get(feature) ?? []) {
      const cycle = visit(next, [...path, feature]);
      if (cycle) return cycle;
    }
    done.add(feature);
    return undefined;
  };
  for (const feature of features.keys()) {
    const cycle = visit(feature, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function getFeature(path: string): string {
  return path.split(sep)[0] ?? path;
}

if (import.meta.main) {
  const folders = globSync('{apps,services,libs,sandbox}/*/src', { cwd: repoRoot });
  for (const folder of [...folders, 'tools/src', 'bench/src', 'e2e/src']) {
    const cycle = findCycle(readFeatureImports(join(repoRoot, folder)));
    if (!cycle) continue;
    process.stdout.write(`Features of ${folder} import each other: ${cycle.join(' > ')}\n`);
    process.exitCode = 1;
  }
}
