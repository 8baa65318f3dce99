import { sendContact } from '@fareline/contracts';
import { contactTopics, defaultBrand } from '@fareline/contracts/schemas';
import { allRequests, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { renderElement } from '../testing/harness.tsx';
import ContactPage from './contact-page.tsx';

const { contact, content } = defaultBrand;
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

// Each test is a new tab.
beforeEach(() => sessionStorage.clear());

describe('contact page', () => {
  it('[CONTACT-01][CONTACT-09][CONTACT-08] shows the tiles, the call card, six answers and the banner', () => {
    renderElement(<ContactPage />);
    for (const [value, label] of [
      ['24/7', 'phone and e-mail'],
      ['< 2 min', 'average phone wait: under 2 minutes'],
      ['30 min', 'to an answer by e-mail'],
      ['99%', 'happy travellers'],
    ] as const) {
      expect(screen.getByText(label)).toBeTruthy();
      expect(screen.getByText(value)).toBeTruthy();
    }
    expect(screen.getByRole('heading', { name: 'Call us' })).toBeTruthy();
    expect(screen.getByText('We answer e-mail within 30 minutes.')).toBeTruthy();
    expect(screen.getByRole('link', { name: contact.phone })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
    expect(
      within(screen.getByRole('region', { name: 'Rather talk?' }))
        .getByRole('link')
        .getAttribute('href'),
    ).toMatch(/^tel:/);
  });

  it('[CONTACT-02] [CONTACT-03] [CONTACT-04] [CONTACT-05] shows the three email addresses, a map of the office and the fields, with name and email required, and the topics', () => {
    renderElement(<ContactPage />);
    for (const email of Object.values(content.emails)) {
      expect(screen.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
    }
    expect(screen.getByText(contact.address)).toBeTruthy();
    const url = new URL(screen.getByRole('link', { name: 'View on Map' }).getAttribute('href')!);
    expect(url.searchParams.get('query')).toBe(contact.address);
    for (const label of ['Name (required)', 'Email (required)']) {
      expect(screen.getByLabelText(label).getAttribute('aria-required')).toBe('true');
    }
    for (const label of ['Phone', 'Subject', 'Message']) expect(screen.getByLabelText(label)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /e-mail/ }).getAttribute('aria-checked')).toBe('false');
    const values = within(screen.getByLabelText('Subject'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value);
    expect(values.filter(Boolean)).toEqual([...contactTopics]);
  });
});

describe('contact form', () => {
  const sent = () => ({ body: { success: true as const, message: 'Sent' } });

  it('[CONTACT-06] what was typed is there after a reload, until it is sent', async () => {
    respondTo(sendContact, sent);
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    const first = renderElement(<ContactPage />);
    await userEvent.type(field('Name (required)'), 'Ada');
    await userEvent.type(field('Email (required)'), 'ada@example.com');
    await userEvent.type(field('Message'), 'My bag is not in the confirmation.');
    first.unmount();
    const second = renderElement(<ContactPage />);
    expect(field('Name (required)').value).toBe('Ada');
    expect(field('Message').value).toBe('My bag is not in the confirmation.');
    await send();
    await userEvent.click(await screen.findByRole('button', { name: 'Write another one' }));
    expect(field('Message').value).toBe('');
    second.unmount();
    renderElement(<ContactPage />);
    expect(field('Name (required)').value).toBe('');
  });

  it('[CONTACT-06] without name and email shows errors, focuses the first and sends nothing', async () => {
    renderElement(<ContactPage />);
    await send();
    expect(screen.getAllByText('Required')).toHaveLength(2);
    expect(getFocused()).toBe(screen.getByLabelText('Name (required)'));
    expect(allRequests()).toEqual([]);
  });

  const fill = async () => {
    await userEvent.type(screen.getByLabelText('Name (required)'), 'Ada');
    await userEvent.type(screen.getByLabelText('Email (required)'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Phone'), '+1 212 555 0142');
    await userEvent.selectOptions(screen.getByLabelText('Subject'), 'refund');
    await userEvent.type(screen.getByLabelText('Message'), 'Where is it?');
    await userEvent.click(screen.getByRole('checkbox'));
  };

  const topic = () => screen.getByLabelText<HTMLSelectElement>('Subject').value;
  const askForMatch = '/contact?topic=price-guarantee';
  const hint = /^Write your booking reference or your flight, and where/;

  it.each(['', 'topic=', 'topic=nothing', 'topic=price-guarantee%20'])(
    '[HOME-10] has no topic chosen by the parameters "%s"',
    (parameters) => {
      renderElement(<ContactPage />, { url: `/contact?${parameters}` });
      expect(topic()).toBe('');
      expect(screen.queryByText(hint)).toBeNull();
    },
  );

  it('[HOME-10] has no guarantee among the topics of a brand that does not claim it', () => {
    const brand = {
      ...defaultBrand,
      content: { ...content, claims: { ...content.claims, lowestPriceCredit: 0 } },
    };
    renderElement(<ContactPage />, { url: askForMatch, brand });
    expect(topic()).toBe('');
    expect(screen.queryByRole('option', { name: 'Lowest-price guarantee' })).toBeNull();
  });

  it('[HOME-10] [PROMISE-07] has the guarantee chosen by its link, and says what to write', async () => {
    renderElement(<ContactPage />, { url: askForMatch });
    expect(topic()).toBe('price-guarantee');
    const message = screen.getByLabelText('Message');
    expect(message.getAttribute('aria-describedby')).toBe(screen.getByText(hint).id);
    await userEvent.selectOptions(screen.getByLabelText('Subject'), 'refund');
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('[CONTACT-07] shows that sending failed and keeps the message', async () => {
    respondTo(sendContact, () => errorResponse('SERVICE_UNAVAILABLE', { message: 'Not now.' }));
    renderElement(<ContactPage />);
    await fill();
    await send();
    const alert = await screen.findByText('Your message was not sent');
    expect(alert.parentElement?.textContent).toContain('Not now.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Where is it?');
  });

  it('[CONTACT-07] [LIMIT-05] says when a message can be sent again', async () => {
    respondTo(sendContact, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1800' } }));
    renderElement(<ContactPage />);
    await fill();
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your message was not sentToo many requests. You can try again in 30 minutes. What you wrote is still here. If it is urgent, please call us.',
    );
  });

  it('[CONTACT-07] [CONTACT-08] sends the values shows that the message has arrived and when it is answered, then an empty form for another', async () => {
    respondTo(sendContact, sent);
    renderElement(<ContactPage />);
    await fill();
    await send();
    expect(await screen.findByText('Your message has arrived')).toBeTruthy();
    expect(getFocused()?.textContent).toMatch(/^Your message has arrived/);
    expect(screen.getByText('We answer e-mail within 24 hours.')).toBeTruthy();
    expect(requestsTo(sendContact).map(({ body }) => body)).toMatchObject([
      {
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+1 212 555 0142',
        subject: 'refund',
        message: 'Where is it?',
        newsletter: true,
      },
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Write another one' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('');
    expect(screen.getByLabelText<HTMLSelectElement>('Subject').value).toBe('');
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('false');
    const heading = screen.getByRole('heading', { name: 'Ask for a quote' });
    await waitFor(() => expect(getFocused()).toBe(heading));
  });
});
