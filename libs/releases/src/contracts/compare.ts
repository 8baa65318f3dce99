import type { EndpointSnapshot, JsonSchema, Snapshot } from './snapshot.ts';

/** Which values must be among which: what a client sends among what services accept, and the other way round. */
type Role = 'request' | 'response';

interface Place {
  role: Role;
  /** A path such as `request body.slices[].origin`. */
  at: string;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Single alternatives of a schema; each value of an enum is one. */
function listAlternatives(schema: JsonSchema): JsonSchema[] {
  const { anyOf, oneOf, ...rest } = schema;
  const options = anyOf ?? oneOf;
  if (options) return options.flatMap((option) => listAlternatives({ ...rest, ...option }));
  if (schema.enum) return schema.enum.map((value) => ({ const: value }));
  if (Array.isArray(schema.type))
    return schema.type.map((type) => (type === 'null' ? { type } : { ...schema, type }));
  return [schema];
}

/** Keywords that say nothing about which values are valid. */
const annotations = new Set(['$schema', 'default', 'description', 'title', 'examples', 'readOnly']);
const minimums = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems']);
const maximums = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']);
/** Compared apart from other keywords. */
const structural = new Set(['type', 'properties', 'required', 'additionalProperties', 'items']);

const listKeywords = (schema: JsonSchema): string[] =>
  Object.keys(schema).filter((keyword) => !annotations.has(keyword));

function describe(schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  return schema.type === 'object' || schema.type === 'array'
    ? `an ${schema.type}`
    : String(schema.type ?? 'any value');
}

/** True when all values that `keyword` lets through in `narrow` are let through in `wide`. */
function isWithin(keyword: string, narrow: unknown, wide: unknown): boolean {
  if (isEqual(narrow, wide)) return true;
  if (typeof narrow !== 'number' || typeof wide !== 'number') return false;
  return minimums.has(keyword) ? narrow >= wide : maximums.has(keyword) && narrow <= wide;
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Whether a single value, such as one of an enum, is valid for a schema of a simple type. */
function isValid(value: unknown, { type, ...rest }: JsonSchema): boolean {
  if (type === 'integer' ? !Number.isInteger(value) : type !== typeOf(value)) return false;
  return listKeywords(rest).every((keyword) => {
    const limit = rest[keyword];
    const size = typeof value === 'string' ? value.length : Number(value);
    if (keyword === 'pattern') return new RegExp(String(limit), 'u').test(String(value));
    if (keyword.startsWith('exclusive')) return false;
    if (minimums.has(keyword)) return size >= Number(limit);
    return maximums.has(keyword) ? size <= Number(limit) : false;
  });
}

const isType = (narrow: JsonSchema, wide: JsonSchema): boolean =>
  narrow.type === wide.type || (narrow.type === 'integer' && wide.type === 'number');

/** Sentences about values of `narrow` that `wide` does not have. */
function findOutside(narrow: JsonSchema, wide: JsonSchema, place: Place): string[] {
  const targets = listAlternatives(wide);
  return listAlternatives(narrow).flatMap((source) => {
    const results = targets.map((target) => compareSingle(source, target, place));
    if (results.some((problems) => problems?.length === 0)) return [];
    // The alternative that differs least is the one that was changed.
    const [closest] = results
      .filter((problems) => problems !== undefined)
      .sort((a, b) => a.length - b.length);
    return closest ?? [sayValue(source, place)];
  });
}

const sayValue = (value: JsonSchema, { role, at }: Place): string =>
  role === 'request'
    ? `${at} may not be ${describe(value)} any more.`
    : `${at} can be ${describe(value)}, which it could not be.`;

const say = (limit: unknown): string => (limit === undefined ? 'none' : JSON.stringify(limit));

/** Undefined when the two are of different kinds. */
function compareSingle(narrow: JsonSchema, wide: JsonSchema, place: Place): string[] | undefined {
  if (listKeywords(wide).length === 0) return [];
  if ('const' in wide) return 'const' in narrow && isEqual(narrow.const, wide.const) ? [] : undefined;
  if ('const' in narrow) return isValid(narrow.const, wide) ? [] : undefined;
  if (!isType(narrow, wide)) return undefined;
  const limits = listKeywords(wide).filter((keyword) => !structural.has(keyword));
  const [client, services] = place.role === 'request' ? [narrow, wide] : [wide, narrow];
  const problems = limits
    .filter((keyword) => !isWithin(keyword, narrow[keyword], wide[keyword]))
    .map((keyword) => `${place.at} has ${keyword} ${say(services[keyword])}, had ${say(client[keyword])}.`);
  const items = wide.items
    ? findOutside(narrow.items ?? {}, wide.items, { ...place, at: `${place.at}[]` })
    : [];
  return [...problems, ...items, ...(wide.type === 'object' ? compareFields(narrow, wide, place) : [])];
}

/** The schema of fields that an object does not name; undefined when it strips or refuses them. */
const getOtherFields = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

function compareFields(narrow: JsonSchema, wide: JsonSchema, place: Place): string[] {
  const { role, at } = place;
  const [sent, expected] = [narrow.properties ?? {}, wide.properties ?? {}];
  const [othersSent, othersExpected] = [getOtherFields(narrow), getOtherFields(wide)];
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(expected)) {
    const field = sent[name] ?? othersSent;
    const isRequired = wide.required?.includes(name) ?? false;
    if (!field) {
      if (role === 'response') problems.push(`${at}.${name} is removed.`);
      else if (isRequired) problems.push(`${at}.${name} is new and required.`);
      continue;
    }
    if (isRequired && !narrow.required?.includes(name))
      problems.push(`${at}.${name} is ${role === 'request' ? 'required' : 'optional'} now.`);
    problems.push(...findOutside(field, schema, { role, at: `${at}.${name}` }));
  }
  for (const [name, schema] of Object.entries(sent).filter(([field]) => !(field in expected)))
    if (othersExpected) problems.push(...findOutside(schema, othersExpected, { role, at: `${at}.${name}` }));
    else if (role === 'request') problems.push(`${at}.${name} is not accepted any more.`);
  if (othersExpected && othersSent)
    problems.push(...findOutside(othersSent, othersExpected, { role, at: `${at}.*` }));
  else if (othersSent && role === 'request') problems.push(`${at}.* is not accepted any more.`);
  else if (othersExpected && role === 'response') problems.push(`${at}.* is removed.`);
  return problems;
}

const signedIn = ['owner', 'support', 'admin'];

/** True when everybody who had access still has it. */
const hasAccessStill = (client: string, services: string): boolean =>
  client === services ||
  services === 'public' ||
  (services === 'user' && signedIn.includes(client)) ||
  (services === 'support' && client === 'admin');

function compareStatuses(client: EndpointSnapshot, services: EndpointSnapshot): string[] {
  const [known, given] = [client.responses, services.responses];
  return [
    ...Object.keys(known)
      .filter((status) => !(status in given))
      .map((status) => `status ${status} is removed.`),
    ...Object.keys(given)
      .filter((status) => !(status in known))
      .map((status) => `status ${status} is new.`),
  ];
}

/** A new code is shown with the message of the response, but only with a status that the client handles. */
function compareErrors(
  { errors }: EndpointSnapshot,
  codes: readonly string[],
  known: Snapshot['errors'],
  given: Snapshot['errors'],
): string[] {
  const handled = new Set(errors.map((code) => known[code]));
  return codes.flatMap((code) => {
    const [status, before] = [given[code], known[code]];
    if (before === status) return [];
    if (before !== undefined) return [`${code} has status ${status}, was ${before}.`];
    return handled.has(status) ? [] : [`status ${status} is new, with the unknown code ${code}.`];
  });
}

function compareEndpoints(client: EndpointSnapshot, services: EndpointSnapshot): string[] {
  const problems: string[] = [];
  const [before, now] = [client, services].map(({ method, path }) => `${method} ${path}`);
  if (before !== now) problems.push(`it is ${now}, was ${before}.`);
  if (!hasAccessStill(client.access, services.access))
    problems.push(`access is ${services.access}, was ${client.access}.`);
  if (services.recent && !client.recent) problems.push('it needs a recent password or second factor now.');
  problems.push(...findOutside(client.request, services.request, { role: 'request', at: 'request' }));
  problems.push(...compareStatuses(client, services));
  for (const [status, response] of Object.entries(services.responses)) {
    const expected = client.responses[status];
    const place: Place = { role: 'response', at: `response ${status}` };
    if (expected) problems.push(...findOutside(response, expected, place));
  }
  return problems;
}

/** Sentences about what a client that was built with one set of contracts cannot do with services of another; none if they fit. */
export function compareContracts(client: Snapshot, services: Snapshot): string[] {
  const given = Object.values(services.endpoints);
  return Object.entries(client.endpoints).flatMap(([name, endpoint]) => {
    const found =
      given.find(({ method, path }) => method === endpoint.method && path === endpoint.path) ??
      services.endpoints[name];
    if (!found) return [`${name}: ${endpoint.method} ${endpoint.path} is removed.`];
    return [
      ...compareEndpoints(endpoint, found),
      ...compareErrors(endpoint, found.errors, client.errors, services.errors),
    ].map((problem) => `${name}: ${problem}`);
  });
}
