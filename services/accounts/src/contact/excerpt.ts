import { toMailText } from '@fareline/service-kit/mail';

const maxLength = 300;
const leftOut = '[…]';

/** What mail clients make a link of by themselves: addresses of sites and mailboxes, and phone numbers. */
const clickable = /\S*(?:@|\/\/|[\p{L}\p{N}][.。．｡]\p{L}{2})\S*|\+?\p{Nd}(?:[\s().\-–/]*\p{Nd}){6,}/gu;

/**
 * The beginning of a message, without what could be pressed: anyone can enter the address of somebody else, to whom nothing of a
 * stranger's may lead.
 */
export function toExcerpt(message: string): string {
  const characters = [...toMailText(message)];
  const beginning = characters.slice(0, maxLength).join('').replace(clickable, leftOut).trim();
  return characters.length > maxLength ? `${beginning} ${leftOut}` : beginning;
}
