import { globSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { findCycle, readFeatureImports } from './feature-cycles.ts';

const folders = globSync('{apps,services,libs,sandbox}/*/src', { cwd: repoRoot });
for (const folder of [...folders, 'tools/src', 'bench/src', 'e2e/src']) {
  const cycle = findCycle(readFeatureImports(join(repoRoot, folder)));
  if (!cycle) continue;
  process.stdout.write(`Features of ${folder} import each other: ${cycle.join(' > ')}\n`);
  process.exitCode = 1;
}
