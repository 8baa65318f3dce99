export interface LockEntry {
  version?: string;
  /** A folder of this repository. */
  link?: boolean;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
export type LockPackages = Record<string, LockEntry>;

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS: Record<string, string> = { loong64: 'loong64', wasm32: 'wasm32', armv7: 'arm' };
for (const name of ['arm', 'arm64', 'ia32', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'])
  PROCESSORS[name] = name;

/**
 * Entries for builds of other platforms that the lock file speaks of and does not have. npm leaves them out where a
 * registry does not offer them, and `npm ci` then refuses the lock file.
 */
export function missingEntries(packages: LockPackages): LockPackages {
  const missing: LockPackages = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (fits(find(packages, path, name), version)) continue;
      const place = `node_modules/${name}`;
      // In npm's own order, so that the file stays the same when npm writes it.
      const { os, cpu, libc } = platformOf(name);
      const stub: LockEntry = {
        version,
        ...(cpu ? { cpu } : {}),
        ...(dev ? { dev } : {}),
        ...(libc ? { libc } : {}),
        optional: true,
        ...(os ? { os } : {}),
      };
      const isTaken = [packages[place], missing[place]].some((entry) => entry && !fits(entry, version));
      missing[isTaken ? `${path}/${place}` : place] = stub;
    }
  }
  return missing;
}

/** A build for another platform is asked for by its exact version; of a range we only ask that something is there. */
function fits(entry: LockEntry | undefined, version: string): boolean {
  return entry !== undefined && (entry.version === version || !/^\d/.test(version));
}

/** Where Node would find it: beside the package, or beside any folder around it. */
function find(packages: LockPackages, from: string, name: string): LockEntry | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const entry = packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`];
    if (entry) return entry;
    if (folder === '') return undefined;
    if (!folder.includes('node_modules/')) folder = '';
  }
}

/** Read off a name such as `@swc/core-linux-arm64-musl`: without it npm would try to install the entry here. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.map((word) => PROCESSORS[word]).find(Boolean);
  const libc = words.includes('musl') || words.includes('musleabihf') ? 'musl' : 'glibc';
  return {
    os: os ? [os] : undefined,
    cpu: cpu ? [cpu] : undefined,
    libc: os === 'linux' && /gnu|musl/.test(name) ? [libc] : undefined,
  };
}
