import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repoRoot } from '../local/paths.ts';
import { parseShard } from '../test/programs.ts';
import { listParts } from './steps.ts';

interface Workflow {
  on: Record<string, { paths?: string[] } | null>;
  jobs: Record<
    string,
    {
      uses?: string;
      with?: { part: string };
      env?: object;
      strategy?: { matrix: { shard: number[] }; 'fail-fast': boolean };
      steps?: { run?: string; uses?: string; if?: string; with?: Record<string, unknown> }[];
    }
  >;
}

interface Target {
  inputs?: unknown[];
  options: { env?: Record<string, string> };
}

interface Graph {
  nodes: Record<string, { data: { root: string; targets: Record<string, Target> } }>;
  dependencies: Record<string, { target: string }[]>;
}

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
const readWorkflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const { namedInputs } = JSON.parse(read('nx.json')) as { namedInputs: Record<string, string[]> };
const parts = listParts('registry.example/fareline', 'c0ffee');
const partNames = parts.map(({ name }) => name);

let graph: Graph;
/** The files of this repository that each file imports. */
let imports: Map<string, string[]>;

const testSetup = [
  'vitest.config.ts',
  ...[...read('tools/src/testing/vitest-projects.ts').matchAll(/'\.\/(tools\/[^']+)'/g)].map(
    ([, file = '']) => file,
  ),
];
const builder = 'tools/src/release/build.ts';

beforeAll(async () => {
  const nx = join(repoRoot, 'node_modules/.bin/nx');
  // In one process, which takes half of the time.
  const env = { ...process.env, NX_ISOLATE_PLUGINS: 'false' };
  const graphOutput = execFileSync(nx, ['graph', '--print'], { cwd: repoRoot, env, maxBuffer: 2 ** 24 });
  ({ graph } = JSON.parse(graphOutput.toString()) as { graph: Graph });
  const { options } = await extractDepcruiseConfig(join(repoRoot, '.dependency-cruiser.js'));
  const { output } = await cruise(['apps', 'services', ...testSetup, builder], {
    ...options,
    ...{ baseDir: repoRoot, includeOnly: '^(?!.*node_modules/)(apps|services|libs|sandbox|tools|vitest)' },
  });
  imports = new Map(
    (output as ICruiseResult).modules.map(({ source, dependencies }) => [
      source,
      dependencies.map(({ resolved }) => resolved),
    ]),
  );
}, 60_000);

/** Files outside of a project's folder that nx reads for its targets. */
function listWorkspaceInputs(inputs: readonly unknown[]): string[] {
  return inputs.flatMap((input) => {
    if (typeof input !== 'string') return [];
    const named = namedInputs[input.replace(/^\^/, '')];
    if (named) return listWorkspaceInputs(named);
    return /^\{workspaceRoot\}\//.test(input) ? [input.replace('{workspaceRoot}/', '')] : [];
  });
}

/** The targets of the project in a folder, each with the patterns of everything that nx says it depends on. */
function listTargets(folder: string) {
  const [own = ''] = Object.keys(graph.nodes).filter((name) => graph.nodes[name]!.data.root === folder);
  // A set also iterates over what is added meanwhile.
  const names = new Set([own]);
  for (const name of names)
    for (const { target } of graph.dependencies[name] ?? []) if (graph.nodes[target]) names.add(target);
  const roots = [...names].map((name) => `${graph.nodes[name]!.data.root}/**`);
  return Object.entries(graph.nodes[own]!.data.targets).map(([name, { inputs = [] }]) => {
    expect(inputs).toContainEqual(expect.stringMatching(/^\^/));
    const files = listWorkspaceInputs(inputs).map((input) => input.replace(/\*\*\/\*$/, '**'));
    return { name, inputs: [...roots, ...files] };
  });
}

/** What the target of a project reads first. */
function listEntries(folder: string, target: string): string[] {
  if (target === 'build') return [builder, `${folder}/webpack.config.ts`];
  const own = [...imports.keys()].filter((file) => file.startsWith(`${folder}/`));
  return target === 'test' ? [...own.filter((file) => /\.test\.tsx?$/.test(file)), ...testSetup] : own;
}

/** These files and all that they import, also by others. */
function listImported(files: string[]): string[] {
  const reached = new Set(files);
  for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
  return [...reached];
}

/** Whether one of the patterns, such as `libs/**`, covers all that another matches. */
const covers = (patterns: string[], wanted: string) =>
  patterns.some(
    (pattern) => pattern === wanted || (pattern.endsWith('/**') && wanted.startsWith(pattern.slice(0, -2))),
  );

it('each part has a workflow that runs its pipeline for a push and for a pull request', () => {
  const files = readdirSync(join(repoRoot, '.github/workflows'));
  const names = [...partNames, 'part', 'main', 'nightly'];
  expect(files.sort()).toEqual(names.map((name) => `${name}.yml`).sort());
  for (const name of partNames) {
    const { on, jobs } = readWorkflow(name);
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect(on.pull_request).toEqual({ paths: on.push?.paths });
    expect(jobs).toEqual({
      [name]: { uses: './.github/workflows/part.yml', with: { part: name }, secrets: 'inherit' },
    });
  }
});

describe.each(parts.filter(({ folders }) => folders.length > 0))('the workflow of $name', (part) => {
  const paths = readWorkflow(part.name).on.push?.paths ?? [];

  it('is triggered by what nx says the targets of the part depend on, and by nothing else', () => {
    const inputs = part.folders.flatMap((folder) => listTargets(folder).flatMap((target) => target.inputs));
    const self = ['.github/workflows/part.yml', `.github/workflows/${part.name}.yml`];
    const all = [...new Set([...inputs, ...self, 'nx.json', 'package.json'])];
    const isCovered = (path: string) => all.some((other) => other !== path && covers([other], path));
    expect(paths.toSorted()).toEqual(all.filter((path) => !isCovered(path)).toSorted());
  });

  it('misses no file that a target of the part imports: nx knows each of them', () => {
    for (const folder of part.folders)
      for (const { name, inputs } of listTargets(folder)) {
        const entries = listEntries(folder, name);
        const read = listImported(entries);
        expect(read.length).toBeGreaterThan(entries.length);
        // Programs do not read declarations.
        const files = ['test', 'build'].includes(name)
          ? read.filter((file) => !file.endsWith('.d.ts'))
          : read;
        const unknown = files.filter((file) => !inputs.some((input) => matchesGlob(file, input)));
        expect(unknown, `${name} of ${folder}`).toEqual([]);
      }
  });

  it('is not triggered by another front end or service', () => {
    const others = parts.flatMap(({ folders }) => folders).filter((folder) => !part.folders.includes(folder));
    expect(others.filter((folder) => covers(paths, `${folder}/**`))).toEqual([]);
  });
});

it('the workflow of the libraries is triggered by each project that is neither a front end nor a service', () => {
  const released = parts.flatMap(({ folders }) => folders);
  const others = Object.values(graph.nodes).map(({ data }) => data.root);
  const paths = readWorkflow('libraries').on.push?.paths ?? [];
  for (const folder of others) expect(covers(paths, `${folder}/**`), folder).toBe(!released.includes(folder));
});

it('a step of a workflow is an action of GitHub or a known command, and each script of them exists', () => {
  const steps = ['part', 'main', 'nightly'].flatMap((name) =>
    Object.values(readWorkflow(name).jobs).flatMap((job) => job.steps ?? []),
  );
  for (const { uses, run } of steps)
    expect(uses ?? run).toMatch(
      /^(actions\/[\w-]+@v\d+$|npm (ci|test)$|npm run |npx node |sudo apt-get (update|install -y) ?)/,
    );
  const commands = [
    ...steps.map(({ run = '' }) => run.replace(/^npm test$/, 'npm run test')),
    ...parts.flatMap(({ steps: phases }) => Object.values(phases).flat()),
  ];
  const list = (command: RegExp) => new Set(commands.flatMap((each) => command.exec(each)?.slice(1) ?? []));
  const used = [...list(/^npm run ([\w:-]+)/)];
  expect(used).toEqual(expect.arrayContaining(['test', 'test:full', 'test:e2e', 'release']));
  expect(used.filter((script) => !scripts[script])).toEqual([]);
  const files = [...list(/^npx node (\S+)/)];
  expect(files).toContain('tools/src/pipeline/pipeline.ts');
  expect(files.filter((file) => !existsSync(join(repoRoot, file)))).toEqual([]);
});

describe('the check of a part', () => {
  it('runs the browser tests of the part and those of npm test', () => {
    const selections = parts.map(({ name, steps }) => [
      name,
      /--grep '(.*)'$/.exec(steps.check.at(-1)!)?.[1],
    ]);
    expect(Object.fromEntries(selections)).toEqual({
      search: '@search|@smoke',
      booking: '@booking|@smoke',
      account: '@account|@smoke',
      shell: '@shell|@smoke',
      flights: '@search|@smoke',
      payments: '@booking|@smoke',
      accounts: '@account|@smoke',
      edge: '@shell|@smoke',
      libraries: '@smoke',
    });
    const specs = globSync('e2e/src/**/*.spec.ts', { cwd: repoRoot }).map(read).join('\n');
    for (const tag of selections.flatMap(([, tags = '']) => tags.split('|')))
      expect(specs).toContain(`'${tag}'`);
  });

  it('leaves the tests of test:full out', () => {
    const targets = Object.values(graph.nodes).flatMap(({ data }) => data.targets.test ?? []);
    expect(targets.length).toBeGreaterThan(parts.length);
    for (const { options } of targets) expect(options.env).toEqual({ TEST_TIER: 'first' });
  });
});

it('a pipeline prints all steps with --dry-run, and runs none', () => {
  const output = execFileSync(process.execPath, ['tools/src/pipeline/pipeline.ts', 'payments', '--dry-run'], {
    ...{ cwd: repoRoot, encoding: 'utf8' as const },
    env: { ...process.env, IMAGES: 'registry.example/fareline' },
  });
  const payments = parts.find(({ name }) => name === 'payments')!;
  const steps = Object.values(payments.steps).flat();
  expect(output.replaceAll(/\b[0-9a-f]{12}\b/g, 'c0ffee')).toBe(steps.map((step) => `$ ${step}\n`).join(''));
});

it('a merge runs npm test', () => {
  const { on, jobs } = readWorkflow('main');
  expect(on).toEqual({ push: { branches: ['main'] } });
  expect(jobs.test?.steps?.map(({ run }) => run)).toContain('npm test');
});

describe('the nightly workflow', () => {
  const { on, jobs } = readWorkflow('nightly');
  const { strategy, steps = [] } = jobs.test!;
  const commands = steps.flatMap(({ run }) => run ?? []);

  it('runs all shards of test:full, also when one fails, every night and when asked for', () => {
    expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
    expect(strategy?.['fail-fast']).toBe(false);
    const [, full = ''] = /^npm run test:full -- --shard (.*)$/.exec(commands.at(-1)!) ?? [];
    const shards = strategy!.matrix.shard.map((shard) =>
      parseShard(full.replace('${{ matrix.shard }}', `${shard}`)),
    );
    expect(shards).toEqual([1, 2, 3, 4].map((index) => ({ index, count: 4 })));
  });

  it('installs what the help text of test:full names', () => {
    const listPackages = (text: string) =>
      [...text.matchAll(/apt-get install ((?:-[\w-]+ )*)([\w -]+)/g)].flatMap(([, , names = '']) =>
        names.split(' '),
      );
    const needed = listPackages(read('tools/src/test/full.ts'));
    expect(needed.length).toBeGreaterThan(0);
    expect(commands.flatMap(listPackages).toSorted()).toEqual(needed.toSorted());
  });
});

it.each(['main', 'nightly'])('the workflow %s keeps the reports and screenshots of a failed run', (name) => {
  const upload = readWorkflow(name).jobs.test?.steps?.at(-1);
  expect(upload).toMatchObject({ if: 'failure()', with: { 'include-hidden-files': true } });
  expect(upload?.with?.path).toBe('.data/test-reports\n.data/test-results\n');
});

it('files and projects in the steps of a part exist', () => {
  for (const { steps } of parts)
    for (const command of Object.values(steps).flat()) {
      for (const [file] of command.matchAll(/\bdeploy\/[\w/-]+\.\w+/g))
        expect(() => read(file)).not.toThrow();
      const projects = /-p '([^']+)'/.exec(command)?.[1]?.split(',') ?? [];
      for (const pattern of projects)
        expect(globSync(`${pattern}/package.json`, { cwd: repoRoot }), pattern).not.toEqual([]);
    }
});

describe.each(['search', 'shell'])('the pipeline of %s', (name) => {
  const steps = parts.find((part) => part.name === name)?.steps;

  it('checks the candidate in a browser before a visitor gets it', () =>
    expect(steps?.release.slice(1)).toEqual([
      `npm run release -- ${name} --candidate --percent 5 --site "$RELEASES_URL"`,
    ]));

  it('promotes only what its own run has released, when it still works in a browser', () =>
    expect(steps?.promote).toEqual([
      `npm run release -- ${name} --promote --commit c0ffee --site "$RELEASES_URL"`,
    ]));

  it('is given the site by its workflow', () => {
    const { release, promote } = readWorkflow('part').jobs;
    for (const job of [release, promote])
      expect(job?.env).toMatchObject({ RELEASES_URL: '${{ vars.RELEASES_URL }}' });
  });
});

describe('the supply chain', () => {
  const { check: first, release } = readWorkflow('part').jobs;

  it('writes the software bill of materials of each released part before its release, and keeps it', () => {
    for (const { folders, steps } of parts.filter(({ name }) => name !== 'libraries'))
      expect(steps.release[0]).toBe(`npx node tools/src/pipeline/sbom.ts ${folders[0]} c0ffee`);
    expect(release?.steps?.at(-1)).toMatchObject({
      if: "github.job == 'release'",
      with: { path: '.data/sbom', 'include-hidden-files': true, 'if-no-files-found': 'error' },
    });
  });

  it('verifies the signatures of packages before a part is checked', () => {
    const commands = first?.steps?.flatMap(({ run }) => run ?? []);
    expect(commands?.slice(0, 2)).toEqual(['npm ci', 'npx node tools/src/pipeline/signatures.ts']);
  });
});

describe('CODEOWNERS', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(/ +/));

  it('names one team for each part', () => {
    for (const folder of globSync('{{apps,services,libs,sandbox}/*,tools,e2e,bench}/package.json', {
      cwd: repoRoot,
    }).map(dirname))
      expect(
        rules.filter(([path = '']) => `/${folder}/`.startsWith(path)).map(([, ...owners]) => owners.length),
        folder,
      ).toEqual([1]);
  });

  it('names only folders that exist, and the same few teams', () => {
    const folders = rules.map(([path = '']) => path).filter((path) => path !== '*');
    for (const folder of folders) expect(() => readdirSync(join(repoRoot, folder))).not.toThrow();
    expect([...new Set(rules.flatMap(([, ...owners]) => owners))].sort()).toEqual(
      ['account', 'booking', 'platform', 'search'].map((team) => `@fareline/${team}`),
    );
  });
});

it('a roll-out migrates, writes the image to the overlay on main and applies that, without other jobs', () => {
  const overlay = 'deploy/kubernetes/overlays/production';
  const job = 'migrate-payments';
  expect(parts.find(({ name }) => name === 'payments')?.steps.promote.slice(1)).toEqual([
    'git pull --ff-only origin main',
    `cd ${overlay} && kustomize edit set image fareline/payments=registry.example/fareline/payments:c0ffee`,
    `npx oxfmt ${overlay}/kustomization.yaml`,
    `kubectl -n fareline delete job ${job} --ignore-not-found`,
    `kubectl apply -k ${overlay} -l app=${job}`,
    `kubectl -n fareline wait --for=condition=complete --timeout=600s job/${job}`,
    expect.stringContaining('commit -m "deploy: run payments c0ffee"'),
    expect.stringMatching(/^git push origin HEAD:main /),
    `kubectl apply -k ${overlay} -l '!once'`,
    'kubectl -n fareline rollout status deploy/payments --timeout=600s',
  ]);
  expect(read(`deploy/kubernetes/base/${job}.yaml`)).toContain(`labels: { app: ${job} }\n`);
  const { images } = parse(read(`${overlay}/kustomization.yaml`)) as { images: { name: string }[] };
  expect(images.map(({ name }) => name)).toContain('fareline/payments');
  expect(readWorkflow('part').jobs.promote).toMatchObject({ permissions: { contents: 'write' } });
});

it.each(['accounts', 'flights', 'payments'])(
  '%s is rolled out only when its contracts fit the released front ends',
  (service) =>
    expect(parts.find(({ name }) => name === service)?.steps.promote[0]).toBe(
      `npm run release -- --services ${service}`,
    ),
);
