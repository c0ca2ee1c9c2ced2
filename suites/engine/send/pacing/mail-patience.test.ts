import {expect, test} from 'vitest';
import {MailPatience} from './mail-patience.ts';

const MOST = 20_000;

test('a run waits less for a kind of mail that was awaited in vain twice', () => {
  const patience = new MailPatience();
  patience.note('order-reported', undefined);
  expect(patience.waitFor('order-reported', MOST)).toBe(MOST);
  patience.note('order-reported', undefined);
  expect(patience.waitFor('order-reported', MOST)).toBe(5000);
  expect(patience.waitFor('sale-approved', MOST)).toBe(MOST);
});

test('it waits much longer than the slowest mail has taken', () => {
  const patience = new MailPatience();
  patience.note('sale-approved', 3000);
  patience.note('order-reported', undefined);
  patience.note('order-reported', undefined);
  expect(patience.waitFor('order-reported', MOST)).toBe(12_000);
  patience.note('sale-approved', 15_000);
  expect(patience.waitFor('order-reported', MOST)).toBe(MOST);
});
