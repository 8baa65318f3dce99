import type { ReleaseFile, Route } from '@fareline/contracts';

const getPaths = ({ path, aliases = [], redirectFrom = [] }: Route) => [path, ...aliases, ...redirectFrom];

/** True when a URL can match both paths; parameters match every segment. */
function overlap(first: string, second: string): boolean {
  const [a, b] = [first, second].map((path) => path.toLowerCase().split('/').filter(Boolean));
  return (
    a!.length === b!.length &&
    a!.every(
      (segment, index) => [segment, b![index]!].some((part) => part.startsWith(':')) || segment === b![index],
    )
  );
}

/** First segments of the paths that the edge serves itself. */
const edgeSegments = ['api', 'brand', 'health', 'internal', 'metrics', 'releases'];

/** Messages about paths of a front end that never reach a page. */
function findEdgePaths(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [, segment = ''] = path.toLowerCase().split('/');
    return edgeSegments.includes(segment)
      ? [`${path} cannot be a page: the edge serves /${segment} itself.`]
      : [];
  });
}

/** Messages about paths of a front end that match the same URL. */
const findOwnConflicts = (paths: readonly string[]): string[] =>
  paths.flatMap((path, index) =>
    paths
      .slice(0, index)
      .filter((other) => overlap(path, other))
      .map((other) =>
        path === other
          ? `${path} is twice in its own routes.`
          : `${path} matches the same URLs as ${other} of its own routes.`,
      ),
  );

/**
 * Messages about paths of a front end that another one has too. Without overlaps each URL has one page, whatever the order in
 * which edge and shell compare the paths.
 */
function findRouteConflicts(table: ReleaseFile, name: string, paths: readonly string[]): string[] {
  const otherPaths = Object.entries(table)
    .filter(([other]) => other !== name)
    .flatMap(([other, { routes, candidate }]) => {
      const current = routes.flatMap(getPaths);
      const tried = (candidate?.routes ?? []).flatMap(getPaths).filter((path) => !current.includes(path));
      return [
        ...current.map((path) => ({ path, owner: other })),
        ...tried.map((path) => ({ path, owner: `the candidate ${candidate?.version} of ${other}` })),
      ];
    });
  const messages = paths.flatMap((path) =>
    otherPaths
      .filter((other) => overlap(path, other.path))
      .map((other) => `${path} is also ${other.path} of ${other.owner}.`),
  );
  return [...new Set(messages)];
}

/** Throws when a version of a front end has a path that another page has too, or that the edge serves itself. */
export function assertNoRouteConflicts(table: ReleaseFile, name: string, routes: readonly Route[]): void {
  const paths = routes.flatMap(getPaths);
  const own = [...findEdgePaths(paths), ...findOwnConflicts(paths)];
  const others = findRouteConflicts(table, name, paths);
  if (own.length + others.length === 0) return;
  const advice = others.length > 0 ? ['First release the other front end without this path.'] : [];
  throw new Error([`${name} is not released.`, ...own, ...others, ...advice].join(' '));
}
