import type { Guard } from '../guard.ts';
import { guards as accounts } from './accounts.ts';
import { guards as edge } from './edge.ts';
import { guards as flights } from './flights.ts';
import { guards as payments } from './payments.ts';
import { guards as searchMfe } from './search-mfe.ts';

/** The guards of each part that has some. */
export const guardsByPart: Record<string, Guard[]> = {
  'apps/search-mfe': searchMfe,
  'services/accounts': accounts,
  'services/edge': edge,
  'services/flights': flights,
  'services/payments': payments,
};
