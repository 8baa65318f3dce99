import type { PublicBrand, ReleaseTable } from '@fareline/contracts';
import { hasTags } from '@fareline/contracts/brand';
import { cardFormPath } from './hosts.ts';
import type { PageMatch } from './match-page.ts';

/** Whether scripts of other companies stay away from a page: checkout, trips, accounts and the screens of staff. (GUARD-10) */
export const isTagFree = ({ frontEnd, route }: Pick<PageMatch, 'frontEnd' | 'route'>): boolean =>
  frontEnd === 'account' || route.private === true;

const getFirstSegment = (path: string): string => `/${path.split('/')[1]}`;

const listTagFreePaths = (releases: ReleaseTable): string[] => [
  ...new Set(
    Object.entries(releases).flatMap(([frontEnd, { routes }]) =>
      routes
        .filter((route) => isTagFree({ frontEnd, route }))
        .flatMap(({ path, aliases = [] }) => [path, ...aliases].map(getFirstSegment)),
    ),
  ),
];

/**
 * Groups of paths whose pages have a policy of their own. A link from one to another loads the document, because the policy of a page is
 * that of its document. (ELEMENT-04)
 */
export function getDocumentGroups(
  releases: ReleaseTable,
  brand: PublicBrand,
  hasCardForm: boolean,
): string[][] {
  const ofCardForm = hasCardForm ? [cardFormPath] : [];
  const tagFree = hasTags(brand) ? listTagFreePaths(releases) : [];
  return [ofCardForm, tagFree.filter((path) => !ofCardForm.includes(path))].filter(
    (group) => group.length > 0,
  );
}
