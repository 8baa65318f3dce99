import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findCycle, readFeatureImports } from './features.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function write(files: Record<string, string>): string {
  const src = mkdtempSync(join(tmpdir(), 'features-'));
  folders.push(src);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, file)), { recursive: true });
    writeFileSync(join(src, file), text);
  }
  return src;
}

describe('features', () => {
  it('with a circular import of any length are reported', () => {
    const src = write({
      'form/form.tsx': "import { pick } from '../airports/pick.ts';",
      'airports/pick.ts': "export { pick } from './deep/pick.ts';",
      'airports/deep/pick.ts': "const load = () => import('../../results/list.ts');",
      'results/list.ts': "import type { Form } from '../form/form.tsx';",
    });
    expect(findCycle(readFeatureImports(src))).toEqual(['airports', 'results', 'form', 'airports']);
  });

  it('may import each other in one direction, and screens may import several features', () => {
    const src = write({
      'routes.tsx': "import '../form/form.tsx';",
      'home/screen.tsx': "import '../form/form.tsx'; import '../airports/pick.ts';",
      'form/form.tsx': "import '../airports/pick.ts'; import '../../package.json';",
      'airports/pick.ts': 'export const pick = 1;',
      'airports/pick.test.ts': "import '../home/screen.tsx';",
    });
    expect(findCycle(readFeatureImports(src))).toBeUndefined();
  });
});
