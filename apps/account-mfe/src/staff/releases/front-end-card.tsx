import type { ManagedRelease } from '@fareline/contracts';
import { formatInstant } from '@fareline/presentation/formats';
import { Badge, Button, VisuallyHidden } from '@fareline/ui-theme';
import { useState } from 'react';
import { StaffTable } from '../layout/staff-table.tsx';
import type { PlannedChange } from './change-dialog.tsx';
import { describeAudience, describeCounts, eventLabels, getHeadingId } from './release-labels.ts';

/** More are shown on request. */
const shownVersions = 5;

interface FrontEndCardProps {
  frontEnd: ManagedRelease;
  onPlan: (change: PlannedChange) => void;
}

/** A front end: which versions visitors get, what can be changed, and what happened. */
export function FrontEndCard({ frontEnd, onPlan }: FrontEndCardProps) {
  const { name, version, candidate, previous, history } = frontEnd;
  const headingId = getHeadingId(name);
  const isRemoved = version === 'removed';
  const plan = (action: PlannedChange['action']) => onPlan({ frontEnd, action });
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <header className="grid gap-1">
        <h2 id={headingId} tabIndex={-1} className="section-heading" translate="no">
          {name}
        </h2>
        <p className="wrap-anywhere">
          {isRemoved ? (
            'Removed: its pages show an error.'
          ) : (
            <>
              Current: <strong translate="no">{version}</strong>{' '}
              {candidate ? 'for all others' : 'for all visitors'}
            </>
          )}
        </p>
        {candidate && (
          <p className="wrap-anywhere">
            Candidate: <strong translate="no">{candidate.version}</strong> for{' '}
            {describeAudience(candidate.audience)}
          </p>
        )}
      </header>
      {(candidate ?? previous) && (
        <div className="flex flex-wrap gap-3">
          {candidate && (
            <>
              <Button onClick={() => plan('promote')}>Promote the candidate</Button>
              <Button variant="secondary" onClick={() => plan('percent')}>
                Change the percentage
              </Button>
              <Button variant="secondary" onClick={() => plan('withdraw')}>
                Withdraw the candidate
              </Button>
            </>
          )}
          {previous && (
            <Button variant="secondary" onClick={() => plan('roll-back')}>
              Roll back to {previous}
            </Button>
          )}
        </div>
      )}
      <Versions frontEnd={frontEnd} onPlan={onPlan} />
      {history.length > 0 && (
        <details>
          <summary className="cursor-pointer">History</summary>
          <ul className="mt-2 grid gap-2">
            {history.map(({ at, action, version: changed, from, by, team, reason }) => (
              <li key={`${at} ${action} ${changed}`} className="caption-text wrap-anywhere">
                <time dateTime={at} translate="no">
                  {formatInstant(at)}
                </time>{' '}
                · {eventLabels[action]}{' '}
                <span translate="no" className="whitespace-nowrap">
                  {changed}
                </span>{' '}
                {from && (
                  <>
                    from{' '}
                    <span translate="no" className="whitespace-nowrap">
                      {from}
                    </span>{' '}
                  </>
                )}
                · <span translate="no">{team ? `${by} (${team})` : by}</span>
                {reason && ` · ${reason}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Versions({ frontEnd, onPlan }: FrontEndCardProps) {
  const { version: current, candidate, versions } = frontEnd;
  const [isComplete, setComplete] = useState(false);
  const shown = versions.filter(
    ({ version }, index) =>
      isComplete || index < shownVersions || version === current || version === candidate?.version,
  );
  return (
    <div className="grid gap-2">
      <h3 className="caption-text font-semibold">Versions, with views of the last ten minutes</h3>
      <StaffTable
        label={`Versions of ${frontEnd.name}`}
        columns={[
          {
            label: 'Version',
            cell: ({ version }) => (
              <>
                <strong translate="no">{version}</strong>{' '}
                {version === current && <Badge variant="success">Current</Badge>}
                {version === candidate?.version && <Badge variant="info">Candidate</Badge>}
              </>
            ),
            className: 'wrap-anywhere xl:min-w-56',
          },
          {
            label: 'Released',
            cell: ({ at }) => (
              <time dateTime={at} translate="no">
                {formatInstant(at)}
              </time>
            ),
          },
          { label: 'By', cell: ({ by }) => <span translate="no">{by}</span> },
          {
            label: 'Commit',
            cell: ({ commit }) => <span translate="no">{commit}</span>,
            className: 'wrap-anywhere',
          },
          { label: 'Views', cell: describeCounts },
        ]}
        rows={shown}
        getKey={({ version }) => version}
        actions={({ version }) =>
          version !== current && (
            <Button variant="secondary" onClick={() => onPlan({ frontEnd, action: 'set', version })}>
              Make current <VisuallyHidden>{version}</VisuallyHidden>
            </Button>
          )
        }
      />
      {shown.length < versions.length && (
        <div>
          <Button variant="secondary" onClick={() => setComplete(true)}>
            Show all {versions.length} versions
          </Button>
        </div>
      )}
    </div>
  );
}
