import type { Answer } from './api.ts';

/** JSON types by field path such as 'body.data.offers[].owner.name'; the entries of a list have one path, so a path can have several types. */
type Shape = Map<string, Set<string>>;

/** Fields of Duffel whose value is part of the contract, in errors. */
const CONTRACT_FIELD = /^body\.errors\[\]\.(type|code|title|message|documentation_url)$/;
/** Headers whose value is part of the contract. */
const CONTRACT_HEADERS = new Set(['content-type']);

function getJsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Dates in an error message depend on the day of the call. */
const maskDates = (text: string): string => text.replace(/\d{4}-\d\d-\d\d/g, '<date>');

function describeAnswer({ status, headers, body }: Answer, contractField: RegExp): Shape {
  const shape: Shape = new Map([['status', new Set([String(status)])]]);
  for (const [name, value] of Object.entries(headers))
    shape.set(`header ${name}`, new Set([CONTRACT_HEADERS.has(name) ? value : 'present']));
  const add = (path: string, value: unknown): void => {
    const isContract = typeof value === 'string' && contractField.test(path);
    const described = isContract ? JSON.stringify(maskDates(value)) : getJsonType(value);
    shape.set(path, (shape.get(path) ?? new Set()).add(described));
    if (Array.isArray(value)) for (const entry of value) add(`${path}[]`, entry);
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) add(`${path}.${key}`, entry);
  };
  add('body', body);
  return shape;
}

const describeTypes = (types: Set<string> | undefined): string =>
  types ? [...types].sort().join(' | ') : 'missing';

const hasFields = (types: string): boolean => /object|array/.test(types);

/** Whether the path is inside one that is named already, because one of the answers has no fields there. */
const isInside = (path: string, parents: readonly string[]): boolean =>
  parents.some((parent) => path.startsWith(`${parent}.`) || path.startsWith(`${parent}[]`));

/** Lists where two answers differ in status, headers, fields and JSON types, by path. Where one has no fields, those of the other are not listed. */
function compareAnswers(provider: Answer, sandbox: Answer, contractField: RegExp): string[] {
  const expected = describeAnswer(provider, contractField);
  const actual = describeAnswer(sandbox, contractField);
  const leaves: string[] = [];
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((place) => {
    const [has, had] = [describeTypes(expected.get(place)), describeTypes(actual.get(place))];
    if (has === had || isInside(place, leaves)) return [];
    if (!hasFields(has) || !hasFields(had)) leaves.push(place);
    return [`${place}: provider ${has}, sandbox ${had}`];
  });
}

/** Lists what the sandbox answers differently, one line each: call, place, and what the provider and the sandbox have there. */
export function listDifferences(
  provider: ReadonlyMap<string, Answer>,
  sandbox: ReadonlyMap<string, Answer>,
  contractField = CONTRACT_FIELD,
): string[] {
  return [...new Set([...provider.keys(), ...sandbox.keys()])].flatMap((call) => {
    const [expected, actual] = [provider.get(call), sandbox.get(call)];
    if (!expected || !actual)
      return [`${call}: not made at the ${expected ? 'sandbox' : 'provider'}, where an earlier call failed`];
    return compareAnswers(expected, actual, contractField).map((difference) => `${call}: ${difference}`);
  });
}
