import { code, link, type MailBrand, type Words } from '@fareline/mails';

/** The end of a sentence that asks the reader to get in touch: by phone, where the brand has one, else by its form. (HOST-03) */
export const callUs = ({ contact }: Pick<MailBrand, 'contact'>, origin: string): Words[] =>
  contact.phone ? ['call us on ', code(contact.phone)] : [link('write to us', `${origin}/contact`)];
