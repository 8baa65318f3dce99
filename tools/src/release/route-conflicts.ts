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

/**
 * Messages about paths of a front end that another page has too. Without overlaps each URL has one page, whatever the order in
 * which edge and shell compare the paths.
 */
function findRouteConflicts(table: ReleaseFile, name: string, routes: readonly Route[]): string[] {
  const otherPaths = Object.entries(table)
    .filter(([other]) => other !== name)
    .flatMap(([other, release]) => release.routes.flatMap(getPaths).map((path) => ({ path, owner: other })));
  const paths = routes.flatMap(getPaths);
  return paths.flatMap((path, index) =>
    [...otherPaths, ...paths.slice(0, index).map((own) => ({ path: own, owner: name }))]
      .filter((other) => overlap(path, other.path))
      .map((other) => `${path} is also ${other.path} of ${other.owner}.`),
  );
}

/** Throws when a version of a front end has a path that another page has too. */
export function assertNoRouteConflicts(table: ReleaseFile, name: string, routes: readonly Route[]): void {
  const conflicts = findRouteConflicts(table, name, routes);
  if (conflicts.length === 0) return;
  throw new Error(
    [`${name} is not released.`, ...conflicts, 'First release the other front end without this path.'].join(
      ' ',
    ),
  );
}
