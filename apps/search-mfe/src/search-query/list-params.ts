/** The URL parameters of the list: order, filters, and whether prices include a checked bag. */
const listParamNames = [
  'sort',
  'bag',
  'stops',
  'airlines',
  'price',
  'depart',
  'arrive',
  'depart-outbound',
  'arrive-outbound',
  'depart-return',
  'arrive-return',
  'via',
  'avoid',
  'origin-airports',
  'destination-airports',
  'refundable',
  'bags',
  'co2',
] as const;

export type ListParams = Partial<Record<(typeof listParamNames)[number], string>>;

/** The list parameters of a URL, with or without the prefix `from_`. */
export function parseListParams(searchParams: URLSearchParams): ListParams {
  const read = (name: string) => searchParams.get(name) || searchParams.get(`from_${name}`);
  return Object.fromEntries(listParamNames.map((name) => [name, read(name)]).filter(([, value]) => value));
}

/** The query string with unencoded commas, which are valid in a URL and easier to read. */
export const toQueryString = (searchParams: URLSearchParams): string =>
  searchParams.toString().replaceAll('%2C', ',');
