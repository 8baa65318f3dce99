import { createHash } from 'node:crypto';
import type { Audience, ReleaseFile, ReleaseTable } from '@fareline/contracts';

export interface Visitor {
  /** Id of the brand. */
  brand: string;
  /** A number below `shares` that the visitor keeps. */
  share: number;
}

/** How finely visitors are divided: a percentage is given in steps of 0.1. */
export const shares = 1000;

/** Different for each front end, so that it is not always the same visitors who get candidates. */
const offset = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE() % shares;

/** More visitors get the candidate when its share grows; those who have it already keep it. */
function isIn(name: string, { brands, percent }: Audience, visitor: Visitor): boolean {
  if (!brands && percent === undefined) return false;
  if (brands && !brands.includes(visitor.brand)) return false;
  return percent === undefined || (visitor.share + offset(name)) % shares < (percent / 100) * shares;
}

/** The releases that a visitor gets: current ones, and the candidates that he is in the audience of. */
export const resolveTable = (file: ReleaseFile, visitor: Visitor | undefined): ReleaseTable =>
  Object.fromEntries(
    Object.entries(file).map(([name, { candidate, ...current }]) => {
      const used = candidate && visitor && isIn(name, candidate.audience, visitor) ? candidate : current;
      return [name, { version: used.version, manifest: used.manifest, routes: used.routes }];
    }),
  );

/** True when it depends on the visitor's share which releases he gets. */
export const hasShares = (file: ReleaseFile): boolean =>
  Object.values(file).some(({ candidate }) => candidate?.audience.percent !== undefined);
