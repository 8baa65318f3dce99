import { expect, type Page } from '@playwright/test';
import { getProductSetting } from './product.ts';

interface Email {
  from: string;
  subject: string;
  text: string;
}

/** All mails to an address. */
export async function readEmails(to: string): Promise<Email[]> {
  const url = `${getProductSetting('E2E_MAIL_URL')}/messages?to=${encodeURIComponent(to)}`;
  return (await (await fetch(url)).json()) as Email[];
}

/** The first mail to an address with such a subject. */
export async function waitForEmail(to: string, subject: RegExp): Promise<Email> {
  let email: Email | undefined;
  await expect
    .poll(async () => {
      email = (await readEmails(to)).find((candidate) => subject.test(candidate.subject));
      return email;
    })
    .toBeDefined();
  return email!;
}

/** Whether a mail has each fact of these parts of the trip page that is open, in the same words. (DOC-01) */
export async function expectMailTellsTrip(page: Page, { text }: Email, parts: string[]): Promise<void> {
  const mail = text.replaceAll(/\s+/g, ' ');
  for (const name of parts) {
    const part = page.getByRole('region', { name, exact: true });
    // Screen readers are told that "+1" are days.
    const others = ['', 'day', 'days', 'No seats chosen', ...(await part.getByRole('link').allInnerTexts())];
    const facts = (await part.innerText())
      // The page counts stops in prescribed words.
      .replaceAll('stop(s)', 'stop')
      .split(/\n|\t|, |: |\. /)
      .map((fact) => fact.replace(/\.$/, '').trim())
      .filter((fact) => !others.includes(fact));
    expect(facts.length).toBeGreaterThan(1);
    expect(facts.filter((fact) => !mail.includes(fact))).toEqual([]);
  }
}
