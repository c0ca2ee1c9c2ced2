import {blame} from '../replies.ts';
import type {Context, Errors, Json, Plan} from '../types.ts';

/** The currencies in which plans have prices. */
const PLAN_CURRENCIES = 'USD ARS EUR MXN COP PEN CLP AUD UYU BOB PYG BRL INR GTQ HNL'.split(' ');

/** The switches of a plan. */
const SWITCHES = [
  'recommended',
  'private',
  'assigns_collections',
  'download_files',
  'free_trial',
] as const;

/** Members that only an update takes, for external plans. */
export const EXTERNALS = ['customer', 'invoice', 'file_name', 'upload_file'] as const;

/** A whole number from `low` on, written as a number or as a text; null when it is none. */
export function wholeNumber(value: unknown, low: number): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return null;
  return number >= low ? number : null;
}

/** A stored plan, as the body that would make it. */
export function bodyOf(plan: Plan): Json {
  const {terms} = plan;
  return {
    type: plan.kind,
    name: plan.title,
    details: terms.details,
    duration: plan.months,
    recommended: terms.recommended,
    private: terms.private,
    assigns_collections: terms.assignsCollections,
    download_files: terms.downloadFiles,
    free_trial: terms.freeTrial,
    free_trial_days: terms.freeTrialDays,
    concurrency_limit: terms.concurrencyLimit,
    collections: terms.collections,
    prices: terms.prices,
    customer: terms.customer,
    invoice: terms.invoice,
    file_name: terms.fileName,
    upload_file: terms.uploadFile,
  };
}

function checkTexts(body: Json, errors: Errors): void {
  if (body.type !== 'recurring' && body.type !== 'prepaid') {
    blame(errors, 'type', 'Either recurring or prepaid.');
  }
  if (typeof body.name !== 'string' || body.name.trim() === '') {
    blame(errors, 'name', 'A plan has a name.');
  }
  if (typeof body.details !== 'string') blame(errors, 'details', 'HTML, as a text.');
  for (const field of EXTERNALS) {
    const value = body[field] ?? null;
    if (value !== null && typeof value !== 'string') blame(errors, field, 'A text is expected.');
  }
}

function checkNumbers(body: Json, errors: Errors): void {
  const given = (field: string): boolean => (body[field] ?? null) !== null;
  if (body.type === 'prepaid' && !given('duration')) {
    blame(errors, 'duration', 'How many months is a prepaid plan?');
  }
  if (body.free_trial === true && !given('free_trial_days')) {
    blame(errors, 'free_trial_days', 'How many days is the trial?');
  }
  for (const field of ['duration', 'free_trial_days', 'concurrency_limit']) {
    if (given(field) && wholeNumber(body[field], 1) === null) {
      blame(errors, field, 'A whole number from 1 on.');
    }
  }
}

function checkSwitches(body: Json, errors: Errors): void {
  for (const field of SWITCHES) {
    const value = body[field];
    if (value !== undefined && typeof value !== 'boolean') {
      blame(errors, field, 'Either true or false.');
    }
  }
}

function checkPrices(body: Json, errors: Errors): void {
  const {prices} = body;
  if (prices === undefined) return;
  if (typeof prices !== 'object' || prices === null || Array.isArray(prices)) {
    blame(errors, 'prices', 'An object: currency code to cents.');
    return;
  }
  for (const [code, cents] of Object.entries(prices)) {
    if (!PLAN_CURRENCIES.includes(code)) blame(errors, 'prices', `${code} is not sold in.`);
    if (wholeNumber(cents, 0) === null) blame(errors, 'prices', `${code}: cents, a whole number.`);
  }
}

function checkCollections(context: Context, body: Json, errors: Errors): void {
  const {collections} = body;
  if (collections === undefined) return;
  const known = context.store.commerce.collections;
  if (!Array.isArray(collections) || collections.some((one) => typeof one !== 'string')) {
    blame(errors, 'collections', 'A list of names.');
    return;
  }
  const strange = collections.filter((one) => !known.includes(String(one)));
  if (strange.length > 0) blame(errors, 'collections', `Not known: ${strange.join(', ')}.`);
}

/** Judges the body of a plan (of an update: together with what is stored). */
export function judgePlan(context: Context, body: Json): Errors {
  const errors: Errors = new Map();
  checkTexts(body, errors);
  checkNumbers(body, errors);
  checkSwitches(body, errors);
  checkPrices(body, errors);
  checkCollections(context, body, errors);
  return errors;
}
