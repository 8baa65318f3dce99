import { confirmPassword, currentUser, listBrands, saveBrand } from '@fareline/contracts';
import { brandSchema, defaultBrand, newBrand } from '@fareline/contracts/schemas';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getDescription, getFocused } from '@fareline/ui-theme/testing';
import { administrator, enter, renderApp } from '../../testing/harness.tsx';
import { brandSections } from './brand-fields.ts';

beforeEach(() => respondTo(currentUser, administrator));

async function openScreen(brands = [defaultBrand]) {
  respondTo(listBrands, () => ({ body: brands }));
  respondTo(saveBrand, ({ body }) => ({ body: brandSchema.parse(body) }));
  const view = renderApp('/admin/brands');
  await screen.findByRole('heading', { name: 'Brand manager' });
  return view;
}

/** Paths of all values in a brand; a list of strings is one value. */
function listPaths(value: unknown, path = ''): string[] {
  const isStringList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  if (typeof value !== 'object' || value === null || isStringList) return [path];
  return Object.entries(value).flatMap(([key, inner]) => listPaths(inner, path ? `${path}.${key}` : key));
}

describe('the brand manager', () => {
  it('shows the server message when the brands cannot be loaded', async () => {
    respondTo(listBrands, () => errorResponse('SERVICE_UNAVAILABLE'));
    renderApp('/admin/brands');
    expect(await screen.findByText('The brands could not be loaded')).toBeTruthy();
    expect(screen.getByText(/Please try again/)).toBeTruthy();
  });

  it('offers a signed-out visitor a sign-in that returns to it', async () => {
    respondTo(listBrands, () => errorResponse('NOT_AUTHENTICATED'));
    renderApp('/admin/brands');
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/login?redirect=/admin/brands');
  });

  it('[HOST-04] [ADMIN-16] starts a new brand without the identity of another, and refuses it until it has a name and id of its own', async () => {
    const { user } = await openScreen();
    await user.selectOptions(screen.getByLabelText('Brand'), 'A new brand');
    const labels = [
      'Name',
      'Domain',
      'Support email',
      'Phone',
      'Address',
      'Facebook',
      'Legal name',
      'Customer 1',
    ];
    for (const label of [...labels, 'Registration', 'General email', 'Partner name', 'Analytics tag'])
      expect(screen.getByLabelText<HTMLInputElement>(label).value, label).toBe('');
    expect(document.body.innerHTML.replaceAll(/Fareline \(localhost\)/g, '')).not.toContain('Fareline');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    expect(await screen.findByText('Please enter a domain such as flights.example.com')).toBeTruthy();
    enter('Id', 'sky.deals');
    enter('Name', 'Skylark');
    enter('Domain', 'skylark.example');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await waitFor(() =>
      expect(getDescription(screen.getByLabelText('Id'))).toMatch(
        /^Please use lower case letters, digits and/,
      ),
    );
    expect(requestsTo(saveBrand)).toEqual([]);
  });

  it('[ACCOUNT-06] [ADMIN-16] asks for the password before a new brand is saved with its own id, and offers a sign-in when the session has ended', async () => {
    const { user } = await openScreen();
    await user.selectOptions(screen.getByLabelText('Brand'), 'A new brand');
    enter('Id', 'skylark');
    enter('Name', 'Skylark');
    enter('Domain', 'skylark.example');
    respondTo(saveBrand, () => errorResponse('PASSWORD_REQUIRED'));
    respondTo(confirmPassword, () => ({ body: { success: true as const, message: 'Confirmed' } }));
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    expect(requestsTo(saveBrand).map(({ params }) => params)).toEqual([{ brand: 'skylark' }]);
    respondTo(saveBrand, () => errorResponse('NOT_AUTHENTICATED'));
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByRole('link', { name: 'Sign in again in a new tab' })).toBeTruthy();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Skylark');
  });

  it('[ADMIN-16] values that are not saved are there after a reload, beside what a colleague has saved, until they are saved or discarded', async () => {
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    const first = await openScreen();
    enter('Name', 'Skylark');
    enter('Phone', '');
    first.unmount();
    const { user, unmount } = await openScreen([{ ...defaultBrand, domain: 'new.example' }]);
    expect([value('Name'), value('Phone'), value('Domain')]).toEqual(['Skylark', '', 'new.example']);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(value('Name')).toBe(defaultBrand.name);
    expect(screen.queryByText('Not saved yet')).toBeNull();
    enter('Name', 'Skylark');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await screen.findByText('Brand saved');
    unmount();
    await openScreen();
    expect(value('Name')).toBe(defaultBrand.name);
  });

  it('[ADMIN-16] saves what was changed beside what a colleague has saved since the form was opened', async () => {
    const { user } = await openScreen();
    respondTo(listBrands, () => ({ body: [{ ...defaultBrand, domain: 'new.example' }] }));
    enter('Name', 'Skylark');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await screen.findByText('Brand saved');
    expect(requestsTo(saveBrand)[0]?.body).toMatchObject({ name: 'Skylark', domain: 'new.example' });
  });

  it('[ADMIN-16] puts no new brand in the place of another with its id', async () => {
    const { user } = await openScreen();
    await user.selectOptions(screen.getByLabelText('Brand'), 'A new brand');
    enter('Id', 'skylark');
    enter('Name', 'Skylark');
    enter('Domain', 'skylark.example');
    respondTo(listBrands, () => ({ body: [defaultBrand, { ...defaultBrand, id: 'skylark' }] }));
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    expect(await screen.findByText(/^There is a brand with this id\./)).toBeTruthy();
    expect(requestsTo(saveBrand)).toEqual([]);
  });

  it('[ADMIN-16] rejects invalid values with the reason beside the field, moves the focus to the first, and sends no request', async () => {
    const { user } = await openScreen();
    const invalid = [
      ['Logo', 'http://plain.example/logo.svg', '/brand/fareline.svg'],
      ['Primary colour', 'teal', '#0f766e'],
      ['Support email', 'nobody', 'help@example.com'],
      ['Passport routes', 'JFKLHR', ''],
    ] as const;
    for (const [label, value] of invalid) enter(label, value);
    const save = () => user.click(screen.getByRole('button', { name: 'Save brand' }));
    await save();
    expect(await screen.findByText('Please enter a colour such as #0f766e')).toBeTruthy();
    const errors = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    for (const [label] of invalid)
      expect(errors, label).toContain(getDescription(screen.getByLabelText(label)));
    for (const [label, , corrected] of invalid) {
      await waitFor(() => expect(getFocused()).toBe(screen.getByLabelText(label)));
      expect(requestsTo(saveBrand)).toEqual([]);
      enter(label, corrected);
      await save();
    }
    expect(await screen.findByText('Brand saved')).toBeTruthy();
  });

  it('[ADMIN-16] shows a validation error of the service beside its field, which gets the focus', async () => {
    const { user } = await openScreen();
    enter('Passport routes', 'JFK-LHR\nJFK-JFK');
    for (const [label, paths] of [
      ['Text colour', ['theme.text', 'content.company.legalName']],
      ['Passport routes', ['passportRoutes.1', 'theme.text']],
      ['Customer 2, city', ['content.testimonials.1.city']],
    ] as const) {
      const fields = paths.map((path) => ({ path, message: `${path} is refused` }));
      respondTo(saveBrand, () => errorResponse('VALIDATION_ERROR', { fields }));
      await user.click(screen.getByRole('button', { name: 'Save brand' }));
      await waitFor(() =>
        expect(getDescription(screen.getByLabelText(label))).toBe(`${paths[0]} is refused`),
      );
      expect(getFocused()).toBe(screen.getByLabelText(label));
      expect(screen.getByText('Not saved')).toBeTruthy();
    }
  });

  it('[ADMIN-16] has a field for every value of a brand', () => {
    const fields = brandSections.flatMap((section) => section.fields.map((field) => field.name));
    expect(fields.toSorted()).toEqual(listPaths(defaultBrand).toSorted());
    expect(new Set(fields).size).toBe(fields.length);
  });

  it('[ADMIN-16] shows a preview while all colours are valid', async () => {
    await openScreen();
    const readPreview = () => screen.queryByRole('region', { name: 'Preview' });
    enter('Name', 'Skylark');
    enter('Primary colour', '#7c2d12');
    expect(readPreview()?.textContent).toContain('Skylark');
    expect(readPreview()?.style.getPropertyValue('--color-primary')).toBe('#7c2d12');
    enter('Primary colour', '#7c2d1');
    expect(readPreview()).toBeNull();
  });

  it('[LOOK-08] shows the brand on a dark screen too, if it has one', async () => {
    await openScreen();
    const readPreview = () => screen.queryByRole('region', { name: 'On a dark screen' });
    enter('Dark background colour', '#101010');
    expect(readPreview()?.style.getPropertyValue('--color-background')).toBe('#101010');
    enter('Dark background colour', '#10101');
    expect(readPreview()).toBeNull();
    enter('Dark background colour', '#101010');
    enter('Dark screens', 'off');
    expect(readPreview()).toBeNull();
  });

  it('[ADMIN-15] [ADMIN-16] saves all values, including the edited ones', async () => {
    const { user } = await openScreen();
    enter('Name', 'Skylark');
    enter('Markup in percent', '12.5');
    enter('Passport routes', 'JFK-LHR\n LAX-NRT ');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    expect(await screen.findByText('Brand saved')).toBeTruthy();
    const [sent] = requestsTo(saveBrand);
    expect(sent?.params).toEqual({ brand: 'default' });
    expect(brandSchema.parse(sent?.body)).toEqual({
      ...defaultBrand,
      name: 'Skylark',
      pricing: { markupPercent: 12.5 },
      passportRoutes: ['JFK-LHR', 'LAX-NRT'],
    });
  });

  it('[ADMIN-16] [HOME-14] saves certifications, promotions and claims of a brand without any', async () => {
    const { serviceClaims, certifications, partnerAirlines, promotions } = newBrand.content;
    const none = { serviceClaims, certifications, partnerAirlines, promotions };
    const claims = { ...defaultBrand.content.claims, emailAnswerMinutes: 0 };
    const { user } = await openScreen([
      { ...defaultBrand, content: { ...defaultBrand.content, ...none, claims } },
    ]);
    enter('Certifications', 'ARC accredited\n\nPCI DSS compliant');
    enter('Promotion 2', 'Long winters');
    await user.click(screen.getByRole('button', { name: 'Save brand' }));
    await waitFor(() => expect(requestsTo(saveBrand)).toHaveLength(1));
    const { body } = requestsTo(saveBrand)[0]!;
    expect((body as typeof defaultBrand).content).toMatchObject({
      certifications: ['ARC accredited', 'PCI DSS compliant'],
      serviceClaims: [],
      claims: { emailAnswerMinutes: 0 },
      promotions: [{ title: '' }, { title: 'Long winters' }, { title: '' }],
    });
  });

  it('[ACCOUNT-06] asks for the password when the service requires it, and saves the entered values', async () => {
    const { user } = await openScreen();
    let isConfirmed = false;
    respondTo(saveBrand, ({ body }) =>
      isConfirmed ? { body: brandSchema.parse(body) } : errorResponse('PASSWORD_REQUIRED'),
    );
    respondTo(confirmPassword, () => {
      isConfirmed = true;
      return { body: { success: true as const, message: 'Confirmed' } };
    });
    enter('Markup in percent', '20');
    const button = screen.getByRole('button', { name: 'Save brand' });

    await user.click(button);
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Please enter your password to do this.')).toBeTruthy();
    await waitFor(() => expect(getFocused()).toBe(button));
    expect(screen.getByLabelText('Markup in percent')).toHaveProperty('value', '20');

    await user.click(button);
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    enter('Password', 'correct horse 7');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Brand saved')).toBeTruthy();
    expect(requestsTo(saveBrand).map(({ body }) => body.pricing)).toEqual(
      Array.from({ length: 3 }, () => ({ markupPercent: 20 })),
    );
  });

  it('[ADMIN-15] shows Loading brand manager... until the brands are loaded', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    respondTo(listBrands, async () => {
      await response;
      return { body: [defaultBrand] };
    });
    renderApp('/admin/brands');
    expect(await screen.findByText('Loading brand manager...')).toBeTruthy();
    respond();
    expect(await screen.findByRole('heading', { name: 'Brand manager' })).toBeTruthy();
  });
});
