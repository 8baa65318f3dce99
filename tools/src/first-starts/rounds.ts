/** Starts of one round go on at the same time. */
export interface Round {
  name: string;
  starts: number;
  /** All on one database, that of DATABASE_URL, which is empty. */
  sharesDatabase: boolean;
  umask: string;
}

const alone: Round = { name: 'alone', starts: 1, sharesDatabase: false, umask: '022' };
const pair: Round = { name: 'two on one database', starts: 2, sharesDatabase: true, umask: '022' };
const closed: Round = { name: 'alone, umask 077', starts: 1, sharesDatabase: false, umask: '077' };

/** Rounds of so many starts in all, the kinds in turn; a last single start where two are one too many. */
export function roundsOf(starts: number): Round[] {
  const rounds: Round[] = [];
  const kinds = [pair, alone, closed, alone];
  for (let left = starts; left > 0;) {
    const kind = kinds[rounds.length % kinds.length] ?? alone;
    const round = kind.starts > left ? alone : kind;
    rounds.push(round);
    left -= round.starts;
  }
  return rounds;
}
