/** What an address says of the list besides the search itself: order, filters and how prices are compared. */
const listNames = [
  'sort',
  'bag',
  'stops',
  'airlines',
  'price',
  'depart',
  'arrive',
  'refundable',
  'bags',
] as const;

export type ListParams = Partial<Record<(typeof listNames)[number], string>>;

/** Those of an address, plain or as offer pages carry them. */
export function parseListParams(address: URLSearchParams): ListParams {
  const read = (name: string) => address.get(name) || address.get(`from_${name}`);
  return Object.fromEntries(listNames.map((name) => [name, read(name)]).filter(([, value]) => value));
}

/** The text of an address. Commas need no disguise in it, and a list that reads well is one that people trust. */
export const toQueryString = (parameters: URLSearchParams): string =>
  parameters.toString().replaceAll('%2C', ',');
