import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { readLock, runsOn, supported } from '../lock/lock.ts';

interface Component {
  name: string;
  version: string;
  scope: 'required' | 'optional';
  purl?: string;
  licenses?: object[];
  hashes?: { alg: string; content: string }[];
}
interface Sbom {
  metadata: { component: Component };
  components: Component[];
}

/**
 * The CycloneDX list of all packages that `npm ci --omit=dev` installs with a workspace on a processor. `npm sbom` reads a copy of
 * the lock file without dependencies for development, because it leaves out of a workspace's list what another one needs for
 * development (zod of flights, for example), and without what is for other platforms.
 */
export function createSbom(folder: string, commit: string, cpu: string = process.arch): Sbom {
  const name = basename(folder);
  const lock = readLock('.');
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      .filter(([, entry]) => runsOn(entry, { ...supported, cpu: [cpu] }))
      .map(([path, { devDependencies: _, ...entry }]) => [path, entry]),
  );
  packages[''] = { name: 'fareline', version: '0.0.0', workspaces: [folder] };
  const copy = mkdtempSync(join(tmpdir(), 'sbom-'));
  const write = (file: string, value: unknown) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), JSON.stringify(value));
  };
  try {
    write('package-lock.json', { ...lock, packages });
    write('package.json', packages['']);
    write(`${folder}/package.json`, packages[folder]);
    const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
    const output = execFileSync('npm', [...args, `--workspace=${folder}`], {
      ...{ cwd: copy, encoding: 'utf8' as const, maxBuffer: 2 ** 26 },
    });
    const sbom = JSON.parse(output) as Sbom;
    const { purl: _, ...component } = sbom.metadata.component;
    sbom.metadata.component = { ...component, name, version: commit };
    return sbom;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

if (import.meta.main) {
  const { positionals } = readArguments(
    `sbom.ts <folder> <commit>   writes the software bill of materials of a service or front end to .data/sbom,
                            in CycloneDX: sbom.ts services/flights c0ffee
`,
    { allowPositionals: true },
    2,
  );
  const [folder = '', commit = ''] = positionals;
  const file = join(repoRoot, '.data/sbom', `${basename(folder)}.cdx.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(createSbom(folder, commit), null, 2)}\n`);
}
