import type {
  Audience,
  ManagedRelease,
  ReleaseChange,
  ReleaseCounts,
  ReleaseEvent,
} from '@fareline/contracts';

export type ReleaseAction = ReleaseChange['action'];

export const eventLabels: Record<ReleaseEvent['action'], string> = {
  released: 'Released',
  candidate: 'Made the candidate, or its audience changed',
  promoted: 'Promoted',
  withdrawn: 'Withdrawn',
  'rolled-back': 'Rolled back to',
  set: 'Made current',
  removed: 'Removed',
};

/** Title of the dialog, label of the button that is pressed in it, and message afterwards. */
export const changeLabels: Record<ReleaseAction, [title: string, confirm: string, done: string]> = {
  promote: ['Promote the candidate?', 'Promote', 'Candidate promoted'],
  withdraw: ['Withdraw the candidate?', 'Withdraw', 'Candidate withdrawn'],
  percent: ['Change the percentage?', 'Change the percentage', 'Percentage changed'],
  'roll-back': ['Roll back?', 'Roll back', 'Rolled back'],
  set: ['Make another version current?', 'Make it current', 'Version is current'],
};

/** Id of the heading of a front end, which has the focus after a change. */
export const getHeadingId = (name: string): string => `release-${name}`;

export const describeAudience = ({ brands, percent }: Audience): string => {
  const names = brands?.join(', ');
  if (percent !== undefined)
    return names ? `${percent}\u00A0% of visitors of ${names}` : `${percent}\u00A0% of visitors`;
  return names ? `visitors of ${names}` : 'nobody without a preview link';
};

export function describeCounts({ views, errors }: ReleaseCounts): string {
  if (views === 0) return 'Not shown';
  const share = ((errors / views) * 100).toFixed(1);
  return `${views} ${views === 1 ? 'view' : 'views'}, ${errors} with an error (${share}\u00A0%)`;
}

/** What a change does and how many visitors notice it. */
export function describeChange(
  { name, version: current, candidate, previous, versions }: ManagedRelease,
  action: ReleaseAction,
  version?: string,
): string {
  const views = versions.reduce((sum, each) => sum + each.views, 0);
  const reach = `In the last ten minutes ${name} was shown ${views} ${views === 1 ? 'time' : 'times'}. Pages that are open stay as they are until they are loaded again.`;
  const audience = candidate ? describeAudience(candidate.audience) : '';
  const next = action === 'roll-back' ? previous : version;
  const others = candidate && candidate.version !== next ? ` but those who get the candidate` : '';
  switch (action) {
    case 'promote':
      return `All visitors get ${name} ${candidate?.version} in place of ${current}. So far it is for ${audience}. ${reach}`;
    case 'withdraw':
      return `Nobody gets ${name} ${candidate?.version} any more; all visitors get ${current}. So far it is for ${audience}. ${reach}`;
    case 'percent':
      return `The share of visitors who get ${name} ${candidate?.version} changes; the others get ${current}. So far it is for ${audience}. ${reach}`;
    default:
      return `All visitors${others} get ${name} ${next} in place of ${current}. ${reach}`;
  }
}
