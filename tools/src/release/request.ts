import { userInfo } from 'node:os';
import type { Audience } from '@fareline/contracts';
import { percentSchema, toEventLine } from '@fareline/contracts/schemas';
import { readArguments, UsageError } from '@fareline/service-kit/command-line';
import { servicePaths, type Service } from '@fareline/service-kit/service-paths';
import { getFrontEndName } from '../front-ends/front-ends.ts';

const help = `Releases front ends.

  npm run release -- search              builds apps/search-mfe and makes it current
  npm run release -- search --rollback   makes the previous release current
  npm run release -- search --to 3-abc   makes this version current
  npm run release -- search --history    lists its versions and what happened to them
  npm run release -- search --prune 10   deletes the versions that are older than the newest 10, which
                                         withdrawn ones are not among, but not those in use or what
                                         --rollback returns to; of a release that was killed an hour
                                         ago or more, withdraws the candidate and deletes the files
  npm run release -- search --remove     removes it: its pages show an error with Retry; a second
                                         time, for which a site asks for a key of *, also its
                                         history: its paths show the not-found page
  npm run release -- search --built dir  releases what was built into this folder, unless that has
                                         been released before, as a container does when it starts
  npm run release -- --list              lists the current releases
  npm run release -- --all               builds and releases all front ends
  npm run release -- --all --if-changed  only those whose sources changed since their last release
  npm run release -- --all --built dist  builds nothing and takes this folder of each

With the services, whose contracts the front ends are compared with:

  npm run release -- --services          records the contracts of this checkout as those of the
                                         running services, unless a released front end needs others
  npm run release -- --services flights  of this service only
  npm run release -- --services --check  only says whether one does
  npm run release -- --all --services    front ends and services are released together

Tried out first, by some visitors:

  npm run release -- search --candidate --percent 5      by this share of visitors
  npm run release -- search --candidate --brand sunhop   by the visitors of this brand (repeatable)
  npm run release -- search --candidate --to 3-abc       builds nothing and takes this version
  npm run release -- search --promote                    makes the candidate current
  npm run release -- search --promote --commit c0ffee    only if it was built from this commit
  npm run release -- search --withdraw                   ends the trial
  npm run release -- search --preview                    prints a link, valid for a week, with which
                                                         anybody sees the candidate (--to: another)

Checked in a browser first, with the other released front ends and the running services:

  npm run release -- search --site https://fares.example   walks through this site with the new
                                                           version, which no visitor gets before;
                                                           with --promote: with the candidate

Changes that are not committed are released only with --uncommitted.
`;

const actions = [
  'all',
  'history',
  'list',
  'preview',
  'promote',
  'prune',
  'remove',
  'rollback',
  'withdraw',
] as const;
type Action = (typeof actions)[number] | 'release' | 'services' | 'set';

export interface ReleaseRequest {
  action: Action;
  names: string[];
  onlyChanged: boolean;
  acceptsUncommitted: boolean;
  /** The services of this checkout that are released. */
  services?: Service[];
  /** Whether the contracts of services are only checked. */
  onlyCheck: boolean;
  /** Who gets a candidate. */
  audience?: Audience;
  /** The version that becomes current or the candidate without a build. */
  version?: string;
  /** The commit that a candidate has to be built from to be promoted. */
  commit?: string;
  /** A folder with a finished build; with `all`, its path in the folder of each front end. */
  built?: string;
  /** Origin of the site to walk through before a version is for visitors. */
  site?: string;
  /** How many versions stay. */
  keep: number;
  /** Who asks. */
  by: string;
}

/** What the command is to do. Throws a UsageError when that is not one thing. */
export function readRequest(): ReleaseRequest {
  const { values, positionals } = readArguments(help, {
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      brand: { type: 'string', multiple: true },
      built: { type: 'string' },
      candidate: { type: 'boolean' },
      check: { type: 'boolean' },
      commit: { type: 'string' },
      history: { type: 'boolean' },
      'if-changed': { type: 'boolean' },
      list: { type: 'boolean' },
      percent: { type: 'string' },
      preview: { type: 'boolean' },
      promote: { type: 'boolean' },
      prune: { type: 'string' },
      remove: { type: 'boolean' },
      rollback: { type: 'boolean' },
      services: { type: 'boolean' },
      site: { type: 'string' },
      to: { type: 'string' },
      uncommitted: { type: 'boolean' },
      withdraw: { type: 'boolean' },
    },
  });
  const [first, other] = actions.filter((name) => values[name] !== undefined);
  const asked = first ?? (values.services ? 'services' : undefined);
  if (values.services && first && first !== 'all')
    throw new UsageError(`--services and --${first} cannot be combined.`);
  if (values.check && asked !== 'services') throw new UsageError('--check is for --services.');
  if (first && other) throw new UsageError(`--${first} and --${other} cannot be combined.`);
  const action = asked ?? (values.to && !values.candidate ? 'set' : 'release');
  if (asked && asked !== 'preview' && values.to)
    throw new UsageError(`--${asked} and --to cannot be combined.`);
  const takesNames = action !== 'all' && action !== 'list' && action !== 'services';
  if (takesNames && positionals.length === 0) throw new UsageError('Name a front end.');
  if (!takesNames && action !== 'services' && positionals.length > 0)
    throw new UsageError(`--${action} takes no names.`);
  if (values.built && ((asked && asked !== 'all') || values.to))
    throw new UsageError('--built goes with a name and --candidate, or with --all, only.');
  for (const option of ['to', 'built'] as const)
    if (values[option] && positionals.length > 1) throw new UsageError(`--${option} takes one front end.`);
  if (!values.candidate && (values.brand || values.percent))
    throw new UsageError('--brand and --percent are for a --candidate.');
  if (values.commit && action !== 'promote') throw new UsageError('--commit is for --promote.');
  if (values.site !== undefined && !['all', 'promote', 'release'].includes(action))
    throw new UsageError('--site is for a release and for --promote.');
  const keep = Number(values.prune ?? 0);
  if (values.prune !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new UsageError('--prune takes the number of versions that stay.');
  return {
    action,
    names: positionals.map(getFrontEndName),
    onlyChanged: values['if-changed'] === true,
    acceptsUncommitted: values.uncommitted === true,
    ...(values.services && { services: action === 'services' ? readServices(positionals) : allServices }),
    onlyCheck: values.check === true,
    ...(values.candidate && { audience: readAudience(values.brand, values.percent) }),
    ...(values.to && { version: values.to }),
    ...(values.commit && { commit: values.commit }),
    ...(values.built && { built: values.built }),
    ...(values.site !== undefined && { site: readOrigin(values.site) }),
    keep,
    by: toEventLine(process.env.RELEASE_BY || userInfo().username),
  };
}

const allServices = Object.keys(servicePaths) as Service[];

/** All services when none is named. */
function readServices(names: readonly string[]): Service[] {
  const unknown = names.find((name) => !(name in servicePaths));
  if (unknown) throw new UsageError(`--services takes ${allServices.join(', ')}, and not ${unknown}.`);
  return names.length > 0 ? (names as Service[]) : allServices;
}

function readOrigin(text: string): string {
  if (!URL.canParse(text))
    throw new UsageError(
      '--site takes the URL of a site such as https://fares.example, in a pipeline RELEASES_URL.',
    );
  return new URL(text).origin;
}

function readAudience(brands: string[] | undefined, percent: string | undefined): Audience {
  const share = percentSchema.optional().safeParse(percent && Number(percent));
  if (!share.success) throw new UsageError('--percent takes a number above 0, at most 100, in steps of 0.1.');
  return { ...(brands && { brands }), ...(share.data && { percent: share.data }) };
}
