import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

/** Feature folder → the feature folders beside it that it imports; tests are left out. */
export function readFeatures(src: string): Map<string, Set<string>> {
  const features = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: src }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const feature = top(file);
    const uses = features.get(feature) ?? new Set();
    features.set(feature, uses);
    const { importedFiles } = ts.preProcessFile(readFileSync(join(src, file), 'utf8'), true, false);
    for (const { fileName } of importedFiles.filter((one) => one.fileName.startsWith('.'))) {
      const target = relative(src, join(src, dirname(file), fileName));
      const isFeature = target.includes(sep) && !target.startsWith('..');
      if (isFeature && top(target) !== feature) uses.add(top(target));
    }
  }
  return features;
}

/** A chain of features that ends where it began, if there is one: none of them can then be understood, or moved, alone. */
export function findCircle(features: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (feature: string, path: string[]): string[] | undefined => {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature];
    if (done.has(feature)) return undefined;
    for (const next of features.get(feature) ?? []) {
      const circle = walk(next, [...path, feature]);
      if (circle) return circle;
    }
    done.add(feature);
    return undefined;
  };
  for (const feature of features.keys()) {
    const circle = walk(feature, []);
    if (circle) return circle;
  }
  return undefined;
}

function top(path: string): string {
  return path.split(sep)[0] ?? path;
}
