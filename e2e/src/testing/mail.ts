import { expect } from '@playwright/test';
import { getProductSetting } from './product.ts';

interface Email {
  from: string;
  subject: string;
  text: string;
}

/** The first mail to an address with such a subject. */
export async function waitForEmail(to: string, subject: RegExp): Promise<Email> {
  const url = `${getProductSetting('E2E_MAIL_URL')}/messages?to=${encodeURIComponent(to)}`;
  let email: Email | undefined;
  await expect
    .poll(async () => {
      const emails = (await (await fetch(url)).json()) as Email[];
      email = emails.find((candidate) => subject.test(candidate.subject));
      return email;
    })
    .toBeDefined();
  return email!;
}
