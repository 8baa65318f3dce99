/** The starts of a round run concurrently. */
export interface Round {
  name: string;
  starts: number;
  /** All starts use one empty database, that of DATABASE_URL. */
  sharesDatabase: boolean;
  umask: string;
}

const single: Round = { name: 'single', starts: 1, sharesDatabase: false, umask: '022' };
const pair: Round = { name: 'two on one database', starts: 2, sharesDatabase: true, umask: '022' };
const restrictedUmask: Round = { name: 'single, umask 077', starts: 1, sharesDatabase: false, umask: '077' };

/** Plans rounds with `starts` starts in total, alternating the kinds; the last round is a single start when two would be too many. */
export function planRounds(starts: number): Round[] {
  const rounds: Round[] = [];
  const kinds = [pair, single, restrictedUmask, single];
  for (let remaining = starts; remaining > 0;) {
    const kind = kinds[rounds.length % kinds.length] ?? single;
    const round = kind.starts > remaining ? single : kind;
    rounds.push(round);
    remaining -= round.starts;
  }
  return rounds;
}
