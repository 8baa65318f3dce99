import { expect } from '@playwright/test';
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
