import type { SearchProgress } from '@fareline/contracts';
import { useAnnounce } from '@fareline/ui-theme';

const maxNamedAirlines = 6;

/** "British Airways 12, Lufthansa 8 and 3 more airlines", those with the most flights first. */
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

/** Spoken at two moments only: the line itself changes too often to be listened to. */
function spoken(progress: SearchProgress | undefined): string {
  if (!progress || progress.total_count === 0) return '';
  const isHalf = progress.answered_batches * 2 >= progress.total_batches;
  return isHalf ? 'Half of the airlines have answered' : 'The first flights are in';
}

/** How far a search has come: how many flights of which airline, and who has not answered yet. */
export function SearchProgressSummary({ progress }: { progress: SearchProgress | undefined }) {
  useAnnounce(spoken(progress));
  if (!progress) return null;
  const { answered_batches, total_batches, total_count, airlines } = progress;
  return (
    <div className="min-w-0 text-small md:flex-1 text-text-muted figures">
      <p className="line-clamp-2 md:line-clamp-1">{formatAirlineCounts(airlines)}</p>
      <p>
        <span className="font-bold whitespace-nowrap text-text">
          {total_count} {total_count === 1 ? 'flight' : 'flights'} so far
        </span>
        , {answered_batches} of {total_batches} groups of airlines answered
      </p>
    </div>
  );
}
