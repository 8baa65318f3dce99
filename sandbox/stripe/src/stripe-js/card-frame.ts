/// <reference lib="dom" />
import { callApi, connect } from './frame.ts';
import type { Appearance, FontSource } from './messages.ts';

const COUNTRIES =
  'AE AT AU BE BR CA CH CN CZ DE DK ES FI FR GB GR HK HU IE IL IN IS IT JP KR MX MY NL NO NZ PH PL PT RO SE SG TH TR TW US VN ZA';
/** Countries whose banks check the postcode. */
const COUNTRIES_WITH_POSTCODE = ['CA', 'GB', 'US'];

const getField = (name: string) => document.getElementById(name) as HTMLInputElement;
const [number, expiry, cvc, country, postalCode] = ['number', 'expiry', 'cvc', 'country', 'postalCode'].map(
  getField,
) as [HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement];
const fields = [number, expiry, cvc, postalCode];

const getDigits = ({ value }: HTMLInputElement) => value.replaceAll(/\D/g, '');
const isAmex = () => /^3[47]/.test(getDigits(number));
const hasPostcode = () => COUNTRIES_WITH_POSTCODE.includes(country.value);
const getExpiry = () => ({
  month: getDigits(expiry).slice(0, 2),
  year: getDigits(expiry).slice(2).slice(-2),
});

/** The check digit of Luhn, which finds most mistyped numbers. */
function isCardNumber(digits: string): boolean {
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

const isPast = ({ month, year }: { month: string; year: string }) =>
  new Date(2000 + Number(year), Number(month), 1) <= new Date();

/** Stripe's code and text for what is wrong with a field. */
function findError(field: HTMLInputElement): [code: string, message: string] | undefined {
  if (field === number) {
    if (getDigits(number).length < (isAmex() ? 15 : 16))
      return ['incomplete_number', 'Your card number is incomplete.'];
    if (!isCardNumber(getDigits(number))) return ['invalid_number', 'Your card number is invalid.'];
  }
  if (field === expiry) {
    const { month, year } = getExpiry();
    if (year.length < 2) return ['incomplete_expiry', "Your card's expiration date is incomplete."];
    if (Number(month) < 1 || Number(month) > 12)
      return ['invalid_expiry_month', "Your card's expiration date is invalid."];
    if (isPast({ month, year }))
      return ['invalid_expiry_year_past', "Your card's expiration date is in the past."];
  }
  if (field === cvc && getDigits(cvc).length < (isAmex() ? 4 : 3))
    return ['incomplete_cvc', "Your card's security code is incomplete."];
  if (field === postalCode && hasPostcode() && postalCode.value.trim().length < 5)
    return ['incomplete_zip', 'Your postal code is incomplete.'];
  return undefined;
}

function showError(field: HTMLInputElement): void {
  const message = findError(field)?.[1] ?? '';
  field.setAttribute('aria-invalid', String(message !== ''));
  field.setAttribute('aria-describedby', `${field.id}Error`);
  getField(`${field.id}Error`).textContent = message;
}

/** Writes digits in groups, unless the traveller edits in the middle. */
function format(field: HTMLInputElement): void {
  if (field.selectionStart !== field.value.length) return;
  const digits = getDigits(field);
  if (field === number) field.value = (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' ');
  if (field === expiry && digits.length > 2) field.value = `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** The elements of the rules of an appearance. */
const SELECTORS: Record<string, string> = {
  '.Input': 'input, select',
  '.Label': 'label',
  '.Error': '[role=alert]',
};

function applyAppearance(appearance: Appearance | undefined): void {
  for (const [name, value] of Object.entries(appearance?.variables ?? {}))
    document.documentElement.style.setProperty(`--${name}`, value);
  const sheet = new CSSStyleSheet();
  for (const [name, properties] of Object.entries(appearance?.rules ?? {})) {
    const selector = SELECTORS[name];
    if (!selector) continue;
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`)] as CSSStyleRule;
    Object.assign(rule.style, properties);
  }
  document.adoptedStyleSheets = [sheet];
}

function loadFonts(fonts: FontSource[]): void {
  for (const { family, src, weight } of fonts) {
    const face = new FontFace(family, src, weight ? { weight } : {});
    document.fonts.add(face);
    void face.load();
  }
}

function showCountry(): void {
  getField('postalCodeField').hidden = !hasPostcode();
  getField('postalCodeLabel').textContent = country.value === 'US' ? 'ZIP code' : 'Postal code';
}

/** Writes nested parameters in brackets, as the API takes them. */
const toForm = (value: unknown, name = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => toForm(each, name ? `${name}[${key}]` : key))
    : value === undefined || value === ''
      ? []
      : [[name, String(value)]];

const { start, send, answer } = await connect();

function createToken(form: Record<string, unknown>) {
  const { month, year } = getExpiry();
  const card = { number: getDigits(number), exp_month: month, exp_year: year, cvc: getDigits(cvc) };
  const { billing_details } = form.payment_method_data as { billing_details?: { address?: object } };
  const address = {
    country: country.value,
    postal_code: hasPostcode() ? postalCode.value.trim() : undefined,
    ...billing_details?.address,
  };
  const payment_method_data = { type: 'card', card, billing_details: { ...billing_details, address } };
  const body = new URLSearchParams(toForm({ ...form, payment_method_data, use_stripe_sdk: true }));
  return callApi(start, 'confirmation_tokens', body);
}

function submit() {
  fields.forEach(showError);
  const [code, message] = fields.map(findError).find((error) => error !== undefined) ?? [];
  return message ? { error: { type: 'validation_error', code, message } } : { selectedPaymentMethod: 'card' };
}

let lastChange = '';

function reportChange(): void {
  const details = {
    collapsed: false,
    complete: fields.every((field) => !findError(field)),
    empty: fields.every((field) => field.value === ''),
    value: { type: 'card' },
  };
  if (lastChange === JSON.stringify(details)) return;
  lastChange = JSON.stringify(details);
  send({ kind: 'change', details });
}

const names = new Intl.DisplayNames('en', { type: 'region' });
for (const code of COUNTRIES.split(' '))
  country.append(
    Object.assign(document.createElement('option'), { value: code, textContent: names.of(code) }),
  );
country.value = 'US';
applyAppearance(start.appearance);
loadFonts(start.fonts ?? []);
showCountry();

country.addEventListener('change', showCountry);
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return reportChange();
  format(target);
  if (target.getAttribute('aria-invalid') === 'true') showError(target);
  reportChange();
});
document.addEventListener('focusin', () => send({ kind: 'focus' }));
document.addEventListener('focusout', ({ target }) => {
  if (target instanceof HTMLInputElement && target.value !== '') showError(target);
  send({ kind: 'blur' });
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') send({ kind: 'escape' });
});
answer(async (request) => {
  if (request.kind === 'submit') return submit();
  if (request.kind === 'create_token') return createToken(request.form);
  if (request.kind === 'appearance') applyAppearance(request.appearance);
  if (request.kind === 'focus') number.focus();
  if (request.kind === 'blur') (document.activeElement as HTMLElement | null)?.blur();
  return {};
});
new ResizeObserver(() => send({ kind: 'resize', height: document.body.offsetHeight })).observe(document.body);
send({ kind: 'ready' });
