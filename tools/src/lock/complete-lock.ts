export interface LockEntry {
  version?: string;
  /** True for a workspace of this repository. */
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

const operatingSystems = [
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
const processors: Record<string, string> = { loong64: 'loong64', wasm32: 'wasm32', armv7: 'arm' };
for (const name of ['arm', 'arm64', 'ia32', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'])
  processors[name] = name;

/**
 * Creates the entries of optional builds for other platforms that the lock file refers to but does not contain. npm leaves them
 * out when a registry does not have them, and `npm ci` then rejects the lock file.
 */
export function findMissingEntries(packages: LockPackages): LockPackages {
  const missing: LockPackages = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (satisfies(resolveEntry(packages, path, name), version)) continue;
      const topLevelPath = `node_modules/${name}`;
      // In the key order of npm, so that npm does not change the file.
      const { os, cpu, libc } = parsePlatform(name);
      const entryToAdd: LockEntry = {
        version,
        ...(cpu ? { cpu } : {}),
        ...(dev ? { dev } : {}),
        ...(libc ? { libc } : {}),
        optional: true,
        ...(os ? { os } : {}),
      };
      const isTaken = [packages[topLevelPath], missing[topLevelPath]].some(
        (entry) => entry && !satisfies(entry, version),
      );
      missing[isTaken ? `${path}/${topLevelPath}` : topLevelPath] = entryToAdd;
    }
  }
  return missing;
}

/** Builds for other platforms are required by exact version; any entry satisfies a range. */
function satisfies(entry: LockEntry | undefined, version: string): boolean {
  return entry !== undefined && (entry.version === version || !/^\d/.test(version));
}

/** Resolves a package as Node does: in the node_modules of the package, then of its parent folders. */
function resolveEntry(packages: LockPackages, from: string, name: string): LockEntry | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const entry = packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`];
    if (entry) return entry;
    if (folder === '') return undefined;
    if (!folder.includes('node_modules/')) folder = '';
  }
}

/** Parses a name such as `@swc/core-linux-arm64-musl`. Without a platform npm would install the entry here. */
function parsePlatform(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = words.find((word) => operatingSystems.includes(word));
  const cpu = words.map((word) => processors[word]).find(Boolean);
  const libc = words.includes('musl') || words.includes('musleabihf') ? 'musl' : 'glibc';
  return {
    os: os ? [os] : undefined,
    cpu: cpu ? [cpu] : undefined,
    libc: os === 'linux' && /gnu|musl/.test(name) ? [libc] : undefined,
  };
}
