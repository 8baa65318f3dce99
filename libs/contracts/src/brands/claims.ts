/** Whether one of the brand's certifications is that of IATA. */
export const isIataCertified = ({ certifications }: { certifications: string[] }): boolean =>
  certifications.some((name) => /\biata\b/i.test(name));

/** Appends the brand's hours of support to a phrase, if it has any: "Call us, 24/7". */
export const addHours = (phrase: string, hours: string): string => (hours ? `${phrase}, ${hours}` : phrase);
