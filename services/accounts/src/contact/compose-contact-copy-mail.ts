import { addHours } from '@fareline/contracts/brand';
import { contactTopicLabels, sayAnswerTime } from '@fareline/contracts';
import { caption, lines, paragraph, section, type MailBrand, type MailContent } from '@fareline/mails';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { ContactCopy } from '../db/schema.ts';
import { callUs } from '../mail/call-us-mail.ts';
import type { ComposeMail } from '../mail/outbox.ts';
import { findMailbox } from './find-mailbox.ts';

/** What the sender of a message gets: when it is answered, and its beginning. No name, which a stranger may have chosen. */
export const createContactCopyMail = (
  brand: MailBrand,
  origin: string,
  { topic, excerpt }: ContactCopy,
): MailContent => {
  const { contact, content } = brand;
  const label = contactTopicLabels[topic ?? 'other'];
  const answerTime = sayAnswerTime(topic, content);
  return {
    subject: `We have your message to ${brand.name}`,
    preheader: ['Topic:', `${label}.`, answerTime].filter(Boolean).join(' '),
    blocks: [
      paragraph('Hello,'),
      paragraph(`Your message to ${brand.name} has arrived.`, answerTime && ` ${answerTime}`),
      contact.phone
        ? paragraph(
            'If it is urgent, please ',
            ...callUs(brand, origin),
            addHours('', content.supportHours),
            '.',
          )
        : null,
      section('Your message', paragraph(`Topic: ${label}`), excerpt ? lines(excerpt) : null),
      caption(
        'Links and long numbers are left out of this copy. If you did not write to us, somebody else entered your address, and there is nothing to do.',
      ),
    ],
  };
};

/** The copy to the address that was entered; an answer to it goes to the mailbox that has the message. */
export const composeContactCopyMail: ComposeMail = async ({ db }, { subject: to, payload }) => {
  const { contactCopy, origin } = payload;
  if (!contactCopy) return undefined;
  const brand = await findBrandOrDefault(db, payload.brand);
  const content = createContactCopyMail(brand, origin, contactCopy);
  const replyTo = await findMailbox(db, brand);
  return { to, replyTo, autoSubmitted: 'auto-replied', brand, origin, content };
};
