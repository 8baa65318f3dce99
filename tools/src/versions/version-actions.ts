import { join } from 'node:path';
import { VersionActions } from 'nx/release';
import type { Tree } from 'nx/src/generators/tree';

/** `nx release` takes the version of a library from its package.json, where `npm run versions` wrote it. */
export default class StoredVersions extends VersionActions {
  override validManifestFilenames = ['package.json'];

  override readCurrentVersionFromSourceManifest(tree: Tree) {
    const manifestPath = join(this.projectGraphNode.data.root, 'package.json');
    const { version } = JSON.parse(tree.read(manifestPath, 'utf8')!) as { version: string };
    return Promise.resolve({ currentVersion: version, manifestPath });
  }

  override readCurrentVersionFromRegistry = () => Promise.resolve(null);
  override readCurrentVersionOfDependency = () =>
    Promise.resolve({ currentVersion: null, dependencyCollection: null });
  override updateProjectVersion = () => Promise.resolve([]);
  override updateProjectDependencies = () => Promise.resolve([]);
}
