import type { SearchProgress } from '@fareline/contracts';
import { useAnnounce } from '@fareline/ui-theme';

const maxNamedAirlines = 6;

/** "British Airways 12, Lufthansa 8 and 3 more airlines", most offers first. */
function formatAirlineCounts(airlines: SearchProgress['airlines']): string {
  const sorted = airlines.toSorted((a, b) => b.count - a.count);
  const named = sorted
    .slice(0, maxNamedAirlines)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ');
  const others = sorted.length - maxNamedAirlines;
  if (others <= 0) return named;
  return `${named} and ${others} more ${others === 1 ? 'airline' : 'airlines'}`;
}

/** The announcement for screen readers, made only twice because the line itself changes too often. */
function getAnnouncement(progress: SearchProgress | undefined): string {
  if (!progress || progress.total_count === 0) return '';
  const isHalf = progress.answered_batches * 2 >= progress.total_batches;
  return isHalf ? 'Half of the airlines have answered' : 'The first flights are in';
}

/** The progress of a search: offers per airline, and how many batches of the provider have been answered. */
export function SearchProgressSummary({ progress }: { progress: SearchProgress | undefined }) {
  useAnnounce(getAnnouncement(progress));
  if (!progress) return null;
  const { answered_batches, total_batches, total_count, airlines } = progress;
  return (
    <div className="min-w-0 text-small md:flex-1 text-text-muted figures">
      <p className="line-clamp-2 md:line-clamp-1">{formatAirlineCounts(airlines)}</p>
      <p>
        <span className="font-semibold whitespace-nowrap text-text">
          {total_count} {total_count === 1 ? 'fare' : 'fares'} so far
        </span>
        , {answered_batches} of {total_batches} groups of airlines answered
      </p>
    </div>
  );
}
