/** A difference of two answers to one call. */
export interface Difference {
  /** What differs: 'status', 'header x-request-id' or a field path such as 'body.data.offers[].owner.name'. */
  place: string;
  provider: string;
  sandbox: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** JSON types by field path; the entries of a list have one path, so a path can have several types. */
type Shape = Map<string, Set<string>>;

/** Fields of Duffel whose value is part of the contract, in errors. */
const CONTRACT_FIELD = /^body\.errors\[\]\.(type|code|title|message|documentation_url)$/;
/** Headers whose value is part of the contract. */
const CONTRACT_HEADERS = new Set(['content-type']);
const MISSING = 'missing';

function getJsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Dates in an error message depend on the day of the call. */
const maskDates = (text: string): string => text.replace(/\d{4}-\d\d-\d\d/g, '<date>');

function addShape(shape: Shape, path: string, value: unknown, contractField: RegExp): void {
  const type = getJsonType(value);
  const described =
    typeof value === 'string' && contractField.test(path) ? JSON.stringify(maskDates(value)) : type;
  shape.set(path, (shape.get(path) ?? new Set()).add(described));
  if (Array.isArray(value)) for (const entry of value) addShape(shape, `${path}[]`, entry, contractField);
  else if (typeof value === 'object' && value !== null)
    for (const [key, entry] of Object.entries(value)) addShape(shape, `${path}.${key}`, entry, contractField);
}

function describeAnswer({ status, headers, body }: Answer, contractField: RegExp): Shape {
  const shape: Shape = new Map([['status', new Set([String(status)])]]);
  for (const [name, value] of Object.entries(headers))
    shape.set(`header ${name}`, new Set([CONTRACT_HEADERS.has(name) ? value : 'present']));
  addShape(shape, 'body', body, contractField);
  return shape;
}

const describeTypes = (types: Set<string> | undefined): string =>
  types ? [...types].sort().join(' | ') : MISSING;

const hasFields = (types: string): boolean => /object|array/.test(types);

/** Whether the path is inside one that is named already, because one of the answers has no fields there. */
const isInside = (path: string, parents: readonly string[]): boolean =>
  parents.some((parent) => path.startsWith(`${parent}.`) || path.startsWith(`${parent}[]`));

/** Lists where two answers differ in status, headers, fields and JSON types, by path. Where one has no fields, those of the other are not listed. */
export function compareAnswers(
  provider: Answer,
  sandbox: Answer,
  contractField = CONTRACT_FIELD,
): Difference[] {
  const expected = describeAnswer(provider, contractField);
  const actual = describeAnswer(sandbox, contractField);
  const leaves: string[] = [];
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((place) => {
    const difference = {
      place,
      provider: describeTypes(expected.get(place)),
      sandbox: describeTypes(actual.get(place)),
    };
    if (difference.provider === difference.sandbox || isInside(place, leaves)) return [];
    if (!hasFields(difference.provider) || !hasFields(difference.sandbox)) leaves.push(place);
    return [difference];
  });
}
