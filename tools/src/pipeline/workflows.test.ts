import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repoRoot } from '../local/paths.ts';
import { listParts } from './steps.ts';

interface Workflow {
  on: Record<string, { paths?: string[] }>;
  jobs: Record<
    string,
    { uses?: string; with?: { part: string }; env?: object; steps?: { run?: string; uses?: string }[] }
  >;
}

interface Graph {
  nodes: Record<string, { data: { root: string; targets: Record<string, { inputs?: unknown[] }> } }>;
  dependencies: Record<string, { target: string }[]>;
}

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
const readWorkflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const { namedInputs } = JSON.parse(read('nx.json')) as { namedInputs: Record<string, string[]> };
const parts = listParts('registry.example/fareline', 'c0ffee');
const partNames = parts.map(({ name }) => name);

let graph: Graph;
beforeAll(() => {
  const nx = join(repoRoot, 'node_modules/.bin/nx');
  // In one process, which takes half of the time.
  const env = { ...process.env, NX_ISOLATE_PLUGINS: 'false' };
  const output = execFileSync(nx, ['graph', '--print'], { cwd: repoRoot, env, maxBuffer: 2 ** 24 });
  ({ graph } = JSON.parse(output.toString()) as { graph: Graph });
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

/** Patterns of everything that nx says the projects in these folders depend on. */
function listInputs(folders: string[]): string[] {
  // A set also iterates over what is added meanwhile.
  const names = new Set(
    Object.keys(graph.nodes).filter((name) => folders.includes(graph.nodes[name]!.data.root)),
  );
  for (const name of names)
    for (const { target } of graph.dependencies[name] ?? []) if (graph.nodes[target]) names.add(target);
  const used = [...names].map((name) => graph.nodes[name]!.data);
  const own = used.filter(({ root }) => folders.includes(root));
  const files = own.flatMap(({ targets }) =>
    Object.values(targets).flatMap(({ inputs = [] }) => listWorkspaceInputs(inputs)),
  );
  return [...used.map(({ root }) => `${root}/**`), ...files, 'nx.json', 'package.json'];
}

/** Whether one of the patterns, such as `libs/**`, covers all that another matches. */
const covers = (patterns: string[], wanted: string) =>
  patterns.some(
    (pattern) => pattern === wanted || (pattern.endsWith('/**') && wanted.startsWith(pattern.slice(0, -2))),
  );

it('each part has a workflow that runs its pipeline for a push and for a pull request', () => {
  const files = readdirSync(join(repoRoot, '.github/workflows'));
  expect(files.sort()).toEqual([...partNames, 'part'].map((name) => `${name}.yml`).sort());
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
  const self = ['.github/workflows/part.yml', `.github/workflows/${part.name}.yml`];

  it('is triggered by everything that nx says the part depends on, and by nothing else', () => {
    const inputs = [...listInputs(part.folders), ...self];
    expect(inputs.filter((input) => !covers(paths, input))).toEqual([]);
    expect(paths.filter((path) => !inputs.some((input) => covers([path], input)))).toEqual([]);
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

it('a step of a workflow is an action of GitHub or an npm command, and each script of them exists', () => {
  const steps = Object.values(readWorkflow('part').jobs).flatMap((job) => job.steps ?? []);
  for (const { uses, run } of steps)
    expect(uses ?? run).toMatch(/^(actions\/[\w-]+@v\d+$|npm ci$|npm run pipeline -- )/);
  const commands = parts.flatMap(({ steps: phases }) => Object.values(phases).flat());
  const used = ['pipeline', ...commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? [])];
  expect(used.filter((script) => !scripts[script])).toEqual([]);
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
    expect(steps?.release).toEqual([
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

it.each(['accounts', 'flights', 'payments'])(
  '%s is rolled out only when its contracts fit the released front ends',
  (service) =>
    expect(parts.find(({ name }) => name === service)?.steps.promote[0]).toBe(
      `npm run release -- --services ${service}`,
    ),
);
