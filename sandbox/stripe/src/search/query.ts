import { invalidRequest } from '../http/errors.ts';

/** One condition of Stripe's search language (docs.stripe.com/search): `-metadata["k"]~"v"`, `amount>=100`, `status:"canceled"`. */
interface Clause {
  negated: boolean;
  field: string;
  key: string | null;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  /** null asks for the absence of the field. */
  value: string | null;
}

const FIELDS = ['amount', 'created', 'currency', 'customer', 'metadata', 'status'];
const CLAUSE =
  /\s*(-)?([a-z_]+)(?:\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])?\s*(>=|<=|:|~|>|<)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|null|-?\d+)/y;
const JOINER = /\s+(AND|OR)\s+|\s+/iy;

const unquote = (text: string) => (/^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text);

function malformed(query: string): never {
  const message = `We were unable to parse your search query: ${query}. For more information on the query language, see https://stripe.com/docs/search#search-query-language.`;
  throw invalidRequest({ message, param: 'query' });
}

function readClause(query: string, at: number): { clause: Clause; end: number } {
  CLAUSE.lastIndex = at;
  const match = CLAUSE.exec(query);
  const [, minus, field, key, operator, value] = match ?? malformed(query);
  if (!field || !operator || !value) return malformed(query);
  if (!FIELDS.includes(field) || (field === 'metadata') !== (key !== undefined)) {
    const message = `Field \`${field}\` is an unsupported search field for resource \`payment_intents\`. See http://stripe.com/docs/search#query-fields-for-payment-intents for a list of supported fields.`;
    throw invalidRequest({ message, param: 'query' });
  }
  return {
    clause: {
      negated: minus === '-',
      field,
      key: key === undefined ? null : unquote(key),
      operator: operator as Clause['operator'],
      value: value === 'null' ? null : unquote(value),
    },
    end: CLAUSE.lastIndex,
  };
}

export interface Searchable {
  amount: number;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  status: string;
}

function holds(clause: Clause, item: Searchable): boolean {
  const { field, key, operator, value } = clause;
  const actual =
    field === 'metadata' ? item.metadata[key ?? ''] : (item as unknown as Record<string, unknown>)[field];
  if (value === null) return actual === undefined || actual === null;
  if (actual === undefined || actual === null) return false;
  const text = String(actual).toLowerCase();
  switch (operator) {
    case ':':
      return text === value.toLowerCase();
    case '~':
      return text.includes(value.toLowerCase());
    case '>':
      return Number(actual) > Number(value);
    case '<':
      return Number(actual) < Number(value);
    case '>=':
      return Number(actual) >= Number(value);
    case '<=':
      return Number(actual) <= Number(value);
  }
}

/** Compiles a search query to a test. AND and OR cannot be mixed, as at Stripe; no joiner means AND. */
export function compileQuery(query: string): (item: Searchable) => boolean {
  const clauses: Clause[] = [];
  const joiners = new Set<string>();
  let at = 0;
  for (;;) {
    const { clause, end } = readClause(query, at);
    clauses.push(clause);
    if (query.slice(end).trim() === '') break;
    JOINER.lastIndex = end;
    const joiner = JOINER.exec(query);
    if (!joiner) return malformed(query);
    joiners.add((joiner[1] ?? 'AND').toUpperCase());
    at = JOINER.lastIndex;
  }
  if (joiners.size > 1) {
    const message = 'Mixing AND and OR in one search query is not supported.';
    throw invalidRequest({ message, param: 'query' });
  }
  const test = (clause: Clause, item: Searchable) => holds(clause, item) !== clause.negated;
  return joiners.has('OR')
    ? (item) => clauses.some((clause) => test(clause, item))
    : (item) => clauses.every((clause) => test(clause, item));
}
