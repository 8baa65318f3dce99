import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseChangelog } from 'nx/release';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { libraryFolders, raiseVersion, readJson, sharedEntries } from './library.ts';

const { values } = readArguments(
  `npm run release-libraries                writes the changelog of each library whose version has no tag, and tags it
npm run release-libraries -- --publish   also publishes the packages that the registry of npm's settings lacks
`,
  { options: { publish: { type: 'boolean' } } },
);

interface Library {
  name: string;
  version: string;
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8' }).trim();
const readLibrary = (folder: string) => readJson<Library>(join(repoRoot, folder, 'package.json'));
const isTagged = ({ name, version }: Library) => git('tag', '--list', `${name}@${version}`) !== '';

/** A library whose exports changed was raised with the change: it gets a patch for what else changed, the others a minor. */
async function raiseWhenChanged(folder: string): Promise<void> {
  const isShared = folder.slice('libs/'.length) in sharedEntries;
  const library = await readLibrary(folder);
  const tag = `${library.name}@${library.version}`;
  const changes = ['diff', '--name-only', tag, 'HEAD', '--', folder, `:!${folder}/CHANGELOG.md`];
  if (!isTagged(library) || !git(...changes)) return;
  await raiseVersion(folder, isShared ? 'patch' : 'minor');
  if (isShared)
    execFileSync(process.execPath, ['tools/src/versions/versions.ts', '--write'], { cwd: repoRoot });
  const { version } = await readLibrary(folder);
  git('commit', '-m', `libraries: raise ${library.name} to ${version}`, '--', folder);
}

async function writeChangelog(library: Library): Promise<void> {
  if (isTagged(library)) return;
  const { name, version } = library;
  // The first version has nothing to differ from.
  if (!git('tag', '--list', `${name}@*`)) {
    // Annotated, because `git push --follow-tags` pushes no others.
    git('tag', '--annotate', '--message', version, `${name}@${version}`);
    return;
  }
  await releaseChangelog({
    projects: [name],
    versionData: {
      [name]: { currentVersion: version, newVersion: version, dependentProjects: [], dockerVersion: null },
    },
  });
}

/** A published version is never replaced. */
function publish(libraries: Library[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  const npm = (...args: string[]) => spawnSync('npm', args, { cwd: repoRoot, stdio: 'inherit' }).status === 0;
  const isPublished = ({ name, version }: Library) =>
    spawnSync('npm', ['view', `${name}@${version}`, 'version'], { cwd: repoRoot }).status === 0;
  try {
    if (!npm('run', 'pack-libraries', '--', folder)) throw new Error('The packages were not built.');
    for (const { name, version } of libraries.filter((library) => !isPublished(library))) {
      const [file] = globSync(`${name.slice(1).replace('/', '-')}-${version}.tgz`, { cwd: folder });
      if (!npm('publish', join(folder, file!))) throw new Error(`${name}@${version} was not published.`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const folder of libraryFolders) await raiseWhenChanged(folder);
const libraries = await Promise.all(libraryFolders.map(readLibrary));
for (const library of libraries) await writeChangelog(library);
if (values.publish) publish(libraries);
