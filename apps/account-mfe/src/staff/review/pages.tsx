import { Button } from '@fareline/ui-theme';

interface PagesProps {
  cursor: string | undefined;
  next: string | null;
  isFetching: boolean;
  onChange: (cursor: string | undefined) => void;
}

/** Leads to the next page and back to the first one; nothing for a list of one page. `disabled` would take the focus away. */
export function Pages({ cursor, next, isFetching, onChange }: PagesProps) {
  if (!cursor && !next) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-3">
      {cursor && (
        <Button variant="secondary" aria-disabled={isFetching} onClick={() => onChange(undefined)}>
          First page
        </Button>
      )}
      {next && (
        <Button variant="secondary" loading={isFetching} onClick={() => onChange(next)}>
          Next page
        </Button>
      )}
    </nav>
  );
}
