export interface Stat {
  value: string;
  label: string;
}

/** Figures in a row; nothing for a single one, which would look lost. */
export function StatTiles({ stats }: { stats: readonly Stat[] }) {
  if (stats.length < 2) return null;
  return (
    <dl className="grid grid-cols-2 border-y border-line sm:grid-cols-4">
      {stats.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end py-5 pr-3">
          <dt className="text-small text-text-muted">{label}</dt>
          <dd className="text-title font-semibold wrap-anywhere figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
