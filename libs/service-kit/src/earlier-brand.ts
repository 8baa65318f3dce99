import type { Brand } from '@fareline/contracts';

const noText = '—';
const noEmail = 'none@example.invalid';

type MapText = (text: string) => string;

const mapTexts = <Texts extends object>(texts: Texts, map: MapText): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, typeof value === 'string' ? map(value) : value]),
  ) as Texts;

/** Maps the texts and the email addresses of a brand that may be empty, but were required in the release before. */
function mapOptionalTexts(brand: Brand, mapText: MapText, mapEmail: MapText): Brand {
  const { contact, content } = brand;
  return {
    ...brand,
    contact: { ...mapTexts(contact, mapText), email: mapEmail(contact.email) },
    content: {
      ...content,
      testimonials: content.testimonials.map((testimonial) => mapTexts(testimonial, mapText)),
      secondPhone: mapText(content.secondPhone),
      emails: mapTexts(content.emails, mapEmail),
      company: mapTexts(content.company, mapText),
      partner: mapTexts(content.partner, mapText),
    },
  };
}

/**
 * A brand as the release before can read it, which rejects a brand with empty texts, and with it the list of all brands. This is
 * the form of stored brands and of the list for services, because both releases read them during a roll-out and after a
 * rollback. The next release stores brands as they are, and reads both forms. (HOST-04)
 */
export const toEarlierBrand = (brand: Brand): Brand =>
  mapOptionalTexts(
    brand,
    (text) => text || noText,
    (email) => email || noEmail,
  );

/** Reverts `toEarlierBrand`; any other brand stays as it is. */
export const fromEarlierBrand = (brand: Brand): Brand =>
  mapOptionalTexts(
    brand,
    (text) => (text === noText ? '' : text),
    (email) => (email === noEmail ? '' : email),
  );
