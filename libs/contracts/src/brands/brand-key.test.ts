import { expect, it } from 'vitest';
import { resolveBrandKey } from './brand-key.ts';

it.each([
  ['[BRAND-01] takes a host of two labels in full', 'sunhop.example', null, 'sunhop.example'],
  ['[BRAND-01] drops a leading www and the port', 'www.Sunhop.example:8443', null, 'sunhop.example'],
  ['[BRAND-02] takes more labels in full too', 'fly.sunhop.co.example', 'other', 'fly.sunhop.co.example'],
  ['[BRAND-01] drops a trailing dot', 'sunhop.example.:8443', null, 'sunhop.example'],
  ['[HOST-01] takes the brand of a name under localhost', 'Sunhop.localhost:3000', 'other', 'sunhop'],
  ['[HOST-01] takes a domain under localhost', 'www.sunhop.example.localhost', null, 'sunhop.example'],
  ['[BRAND-03] asks the parameter on www.localhost', 'www.localhost:3000', 'sunhop', 'sunhop'],
  ['[BRAND-03] asks the parameter on localhost', 'localhost:3000', 'sunhop', 'sunhop'],
  ['[BRAND-03] asks the parameter for a numeric address', '127.0.0.1:3000', 'sunhop', 'sunhop'],
  ['[BRAND-03] asks the parameter for an IPv6 address', '[::1]:3000', 'sunhop', 'sunhop'],
  ['[BRAND-03] asks the parameter for a host of one label', 'intranet', 'sunhop', 'sunhop'],
  ['[BRAND-01] keeps www inside of a name', 'awww.sunhop.example', null, 'awww.sunhop.example'],
  ['[BRAND-01] keeps digits in a name', '1.sunhop.2x', null, '1.sunhop.2x'],
  ['[BRAND-01] keeps digits at the end of a name', 'sunhop.24', null, 'sunhop.24'],
  ['[HOST-01] keeps localhost inside of a name', 'a.localhost.example', null, 'a.localhost.example'],
  ['[BRAND-03] asks the parameter for an empty label', 'intranet..', 'sunhop', 'sunhop'],
  ['[BRAND-03] reads the parameter in lower case', 'localhost', 'SunHop', 'sunhop'],
  ['[BRAND-03] takes a parameter of 63 characters', 'localhost', 'a'.repeat(63), 'a'.repeat(63)],
  ['[BRAND-03] takes no parameter of 64 characters', 'localhost', 'a'.repeat(64), 'default'],
  ['[BRAND-03] takes no parameter with other characters at its end', 'localhost', 'sunhop/', 'default'],
  ['[BRAND-03] falls back to default', 'localhost', null, 'default'],
  ['[BRAND-03] takes no parameter that is not a name', 'localhost', '../<script>', 'default'],
])('%s', (_, host, parameter, key) => {
  expect(resolveBrandKey(host, parameter)).toBe(key);
});
