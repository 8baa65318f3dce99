import { toMailText } from '@fareline/service-kit/mail';

const maxLength = 300;
const leftOut = '[…]';

/** What mail clients make a link of by themselves: addresses of sites and mailboxes, and phone numbers, also with letters. */
const clickable = new RegExp(
  [
    String.raw`\S*(?:@|//|[\p{L}\p{N}][.。．｡]\p{L}{2}|\p{Nd}(?:[.。．｡]\p{Nd}+){3})\S*`,
    String.raw`\b(?:callto|facetime|geo|mailto|maps|sip|skype|sms|tel|webcal|whatsapp|xmpp):\S+`,
    String.raw`\+?\p{Nd}(?:[^\p{L}\p{N}\n]{0,3}\p{Nd}){6,}`,
    String.raw`[\p{Nd}-]*\p{Nd}{3}-\p{L}{4,}`,
  ].join('|'),
  'giu',
);

/**
 * The beginning of a message, without what could be pressed: anyone can enter the address of somebody else, to whom nothing of a
 * stranger's may lead.
 */
export function toExcerpt(message: string): string {
  const characters = [...toMailText(message)];
  const beginning = characters.slice(0, maxLength).join('').replace(clickable, leftOut).trim();
  return characters.length > maxLength ? `${beginning} ${leftOut}` : beginning;
}
