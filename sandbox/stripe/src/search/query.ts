import { invalidRequest } from '../http/errors.ts';

/** A clause of Stripe's query language (docs.stripe.com/search): `-metadata["k"]~"v"`, `amount>=100`, `status:"canceled"`. */
interface Clause {
  negated: boolean;
  field: string;
  key: string | null;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  /** null matches objects without the field. */
  value: string | null;
}

const FIELDS = ['amount', 'created', 'currency', 'customer', 'metadata', 'status'];
const CLAUSE =
  /\s*(-)?([a-z_]+)(?:\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])?\s*(>=|<=|:|~|>|<)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|null|-?\d+)/y;
const JOINER = /\s+(AND|OR)\s+|\s+/iy;

const unquote = (text: string) => (/^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text);

function throwMalformedQuery(query: string): never {
  const message = `We were unable to parse your search query: ${query}. For more information on the query language, see https://stripe.com/docs/search#search-query-language.`;
  throw invalidRequest({ message, param: 'query' });
}

function readClause(query: string, position: number): { clause: Clause; end: number } {
  CLAUSE.lastIndex = position;
  const match = CLAUSE.exec(query);
  const [, minus, field, key, operator, value] = match ?? throwMalformedQuery(query);
  if (!field || !operator || !value) return throwMalformedQuery(query);
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

function matchesClause(clause: Clause, item: Searchable): boolean {
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

/** Compiles a search query to a predicate. Clauses are joined by AND unless stated; throws Stripe's 400 for AND with OR. */
export function compileQuery(query: string): (item: Searchable) => boolean {
  const clauses: Clause[] = [];
  const joiners = new Set<string>();
  let position = 0;
  for (;;) {
    const { clause, end } = readClause(query, position);
    clauses.push(clause);
    if (query.slice(end).trim() === '') break;
    JOINER.lastIndex = end;
    const joiner = JOINER.exec(query);
    if (!joiner) return throwMalformedQuery(query);
    joiners.add((joiner[1] ?? 'AND').toUpperCase());
    position = JOINER.lastIndex;
  }
  if (joiners.size > 1) {
    const message = 'Mixing AND and OR in one search query is not supported.';
    throw invalidRequest({ message, param: 'query' });
  }
  const test = (clause: Clause, item: Searchable) => matchesClause(clause, item) !== clause.negated;
  return joiners.has('OR')
    ? (item) => clauses.some((clause) => test(clause, item))
    : (item) => clauses.every((clause) => test(clause, item));
}
