import { globSync } from 'node:fs';
import { repoRoot } from '../local/paths.ts';
import { type LockPackages, readLock, resolvePath } from '../lock/lock.ts';

/** What draws pages or formats code, which no service does: in its image it is only weight, and has to be kept up to date. */
const refused =
  /^(?:react|react-dom|react-day-picker|lucide(?:-.+)?|radix-ui|@radix-ui\/.+|date-fns|prettier|oxfmt)$/;

/** The shortest way to each refused package that is installed with a service, as `service > library > package`. */
export function findRefused(packages: LockPackages, service: string): string[] {
  const ways = new Map([[service, service]]);
  const found = new Map<string, string>();
  // A map also iterates over what is added meanwhile.
  for (const [folder, way] of ways) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder]!;
    // npm installs a peer unless it is optional.
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = resolvePath(packages, folder, name);
      if (!path) continue;
      // The name of an alias is that of its package.
      const { link, resolved, name: own = name } = packages[path]!;
      const next = link ? resolved! : path;
      const list = refused.test(own) ? found : ways;
      if (!list.has(next)) list.set(next, `${way} > ${name}`);
    }
  }
  return [...found.values()];
}

if (import.meta.main) {
  const { packages } = readLock('.');
  for (const way of globSync('services/*', { cwd: repoRoot }).flatMap((folder) =>
    findRefused(packages, folder),
  )) {
    process.stdout.write(`No service needs this package: ${way}\n`);
    process.exitCode = 1;
  }
}
