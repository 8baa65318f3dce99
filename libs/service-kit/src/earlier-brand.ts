import type { Brand, PublicBrand } from '@fareline/contracts';

const noText = '—';
const noEmail = 'none@example.invalid';

/** Figures of the claims that were at least 1 in the release before; it shows them, and nobody else claims them. */
const noClaims = {
  airlinesCompared: 1,
  comparisonSeconds: 99_999,
  supportWaitSeconds: 99_999,
  phoneWaitMinutes: 99_999,
};

type MapText = (text: string) => string;
type MapClaim = (figure: number, noClaim: number) => number;

const mapTexts = <Texts extends object>(texts: Texts, map: MapText): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, typeof value === 'string' ? map(value) : value]),
  ) as Texts;

/** Maps the texts, email addresses and claims of a brand that may be empty or 0, but were required in the release before. */
function mapOptionalValues<SomeBrand extends PublicBrand>(
  brand: SomeBrand,
  mapText: MapText,
  mapEmail: MapText,
  mapClaim: MapClaim,
): SomeBrand {
  const { contact, content } = brand;
  const claims = Object.entries(noClaims).map(([name, noClaim]) => [
    name,
    mapClaim(content.claims[name as keyof typeof noClaims], noClaim),
  ]);
  return {
    ...brand,
    contact: { ...mapTexts(contact, mapText), email: mapEmail(contact.email) },
    content: {
      ...content,
      claims: { ...content.claims, ...(Object.fromEntries(claims) as typeof noClaims) },
      testimonials: content.testimonials.map((testimonial) => mapTexts(testimonial, mapText)),
      secondPhone: mapText(content.secondPhone),
      emails: mapTexts(content.emails, mapEmail),
      company: mapTexts(content.company, mapText),
      partner: mapTexts(content.partner, mapText),
    },
  };
}

/**
 * A brand as the release before can read it, which rejects a brand with empty texts or claims of 0, and with it the list of all
 * brands. This is the form of stored brands and of the list for services, because both releases read them during a roll-out and
 * after a rollback. The next release stores brands as they are, and reads both forms. (HOST-04)
 */
export const toEarlierBrand = (brand: Brand): Brand =>
  mapOptionalValues(
    brand,
    (text) => text || noText,
    (email) => email || noEmail,
    (figure, noClaim) => figure || noClaim,
  );

/** Reverts `toEarlierBrand`; any other brand stays as it is. */
export const fromEarlierBrand = <SomeBrand extends PublicBrand>(brand: SomeBrand): SomeBrand =>
  mapOptionalValues(
    brand,
    (text) => (text === noText ? '' : text),
    (email) => (email === noEmail ? '' : email),
    (figure, noClaim) => (figure === noClaim ? 0 : figure),
  );
