import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { listFrontEnds } from '../front-ends/front-ends.ts';
import { interpolate, type Compose } from './compose.ts';
import { attempt, read, run } from './run.ts';

interface Images {
  /** What Node programs are built on; without it what the files name. */
  base?: string;
  /** By the name of the public image, without its version. */
  standIns: Record<string, string>;
}

const isolation = ['--isolation', 'chroot', '--format', 'docker', '--layers'];

const standIns = ['node', 'postgres', 'redis'];

/**
 * The images that stand in for the public ones, of Debian's packages and the Node.js that runs this. They are made once, as each
 * one that is made anew would have everything installed anew.
 */
export function getStandIns(folder: string): Images {
  const toTag = (name: string) => `localhost/stand-in/${name}:${process.version}`;
  if (!standIns.every((name) => attempt('podman', ['image', 'exists', toTag(name)]).status === 0))
    buildStandIns(folder, toTag);
  return { base: toTag('node'), standIns: { postgres: toTag('postgres'), redis: toTag('redis') } };
}

function buildStandIns(folder: string, toTag: (name: string) => string): void {
  const [root, context] = [join(folder, 'root'), join(folder, 'stand-ins')];
  mkdirSync(context);
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  run('tar', ['--create', '--directory', root, '--file', join(context, 'root.tar'), '.']);
  copyFileSync(process.execPath, join(context, 'node'));
  chmodSync(join(context, 'node'), 0o755);
  const npm = dirname(dirname(realpathSync(read('which', ['npm']))));
  cpSync(npm, join(context, 'npm'), { recursive: true });
  const entrypoint = 'postgres-entrypoint.sh';
  copyFileSync(join(import.meta.dirname, entrypoint), join(context, entrypoint));
  const file = join(import.meta.dirname, 'stand-ins.Containerfile');
  for (const name of standIns)
    run('buildah', ['build', ...isolation, '--target', name, '--file', file, '--tag', toTag(name), context]);
}

/** Settings of this machine's npm for the builds: its registry, certificate authorities and cache. */
function shareNpm(folder: string): string[] {
  const file = join(folder, 'npmrc');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(
    file,
    [
      `registry=${read('npm', ['config', 'get', 'registry'])}`,
      ...(authorities ? ['cafile=/authorities.pem'] : []),
    ]
      .map((line) => `${line}\n`)
      .join(''),
  );
  const volumes = [
    `${file}:/root/.npmrc:ro`,
    `${read('npm', ['config', 'get', 'cache'])}:/root/.npm`,
    ...(authorities ? [`${realpathSync(authorities)}:/authorities.pem:ro`] : []),
  ];
  return volumes.flatMap((volume) => ['--volume', volume]);
}

/**
 * Builds each image of the compose file once, unless they are built, and returns the image of each service. Front ends are built here and copied into
 * their images, as their own stage of the build would install everything again for each.
 */
export function buildImages(
  { services }: Compose,
  { base, standIns: replaced }: Images,
  folder: string,
  isBuilt: boolean,
): Record<string, string> {
  const npm = isBuilt ? [] : shareNpm(folder);
  const built = new Set<string>();
  const buildFrontEnd = (name: string) => {
    const context = join(folder, name);
    run(process.execPath, ['tools/src/release/build.ts', name, join(context, 'built')]);
    return ['--build-context', `build=${context}`];
  };
  const build = (dockerfile: string, args: Record<string, string>) => {
    const [name = ''] = Object.values(args);
    const isFrontEnd = listFrontEnds().some((frontEnd) => frontEnd.name === name);
    const tag = `localhost/fareline/${isFrontEnd ? `front-end-${name}` : name}`;
    if (isBuilt || built.has(tag)) return tag;
    const given = Object.entries({ ...args, ...(base && { BASE: base }) });
    const options = [
      ...given.flatMap(([key, value]) => ['--build-arg', `${key}=${interpolate(value, process.env)}`]),
      ...(isFrontEnd ? buildFrontEnd(name) : []),
    ];
    run('buildah', ['build', ...isolation, ...npm, ...options, '--file', dockerfile, '--tag', tag, '.']);
    built.add(tag);
    return tag;
  };
  const getImage = (image: string) => replaced[/^\w+/.exec(image)?.[0] ?? ''] ?? image;
  return Object.fromEntries(
    Object.entries(services).map(([name, { build: settings, image = '' }]) => [
      name,
      settings ? build(settings.dockerfile, settings.args) : getImage(image),
    ]),
  );
}

/** The public image on which a file builds. */
export const readBase = (dockerfile: string): string =>
  /^ARG BASE=(\S+)$/m.exec(readFileSync(join(repoRoot, dockerfile), 'utf8'))?.[1] ?? '';
