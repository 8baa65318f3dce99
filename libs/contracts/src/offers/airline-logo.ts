/** The path of an airline's logo. The edge loads it from the provider, so that pages load no picture of another host for it. */
export const airlineLogoPath = (iataCode: string): string => `/airline-logos/${iataCode}.svg`;
