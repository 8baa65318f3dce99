/** What a bench has measured, and the bound that it must keep, if any. */
export interface Row {
  what: string;
  /** A ratio of two sides of one run, a share, or a number of its own. */
  measured: number;
  atMost?: number;
  atLeast?: number;
  /** The figures behind it, which depend on the machine. */
  figures?: string;
}

/** The ratio of two figures of one run, and its bound. */
export const compare = (
  what: string,
  [measured, baseline, unit]: [number, number, string],
  bound: { atMost: number } | { atLeast: number },
): Row => ({
  ...{ what, ...bound, measured: measured / baseline },
  figures: `${measured.toFixed(1)} / ${baseline.toFixed(1)} ${unit}`,
});

export const isWithinBound = ({ measured, atMost = Infinity, atLeast = -Infinity }: Row): boolean =>
  measured <= atMost && measured >= atLeast;

function formatBound({ atMost, atLeast }: Row): string {
  if (atMost !== undefined && atLeast !== undefined) return `${atLeast} to ${atMost}`;
  if (atMost !== undefined) return `at most ${atMost}`;
  return atLeast === undefined ? 'none' : `at least ${atLeast}`;
}

export const printTable = (rows: readonly (Row & { bench: string })[]): void =>
  console.table(
    rows.map((row) => ({
      bench: row.bench,
      what: row.what,
      ratio: Number(row.measured.toFixed(2)),
      bound: formatBound(row),
      '': isWithinBound(row) ? 'ok' : 'EXCEEDED',
      figures: row.figures ?? '',
    })),
  );
