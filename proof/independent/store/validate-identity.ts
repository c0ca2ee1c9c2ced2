import {blame} from './replies.ts';
import type {Context, Errors, Json} from './types.ts';

type Mode = 'create' | 'update';

/** The number of characters (code points) of a text. */
function lengthOf(text: string): number {
  return [...text].length;
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

function narrowed(context: Context, email: string): boolean {
  const {faults} = context;
  const [local = '', domain = ''] = email.split('@');
  if (faults.has('email-plus-refused') && local.includes('+')) return true;
  if (faults.has('email-apostrophe-refused') && local.includes("'")) return true;
  if (faults.has('email-long-tld-refused') && /\.[a-z]{8,}$/i.test(domain)) return true;
  return faults.has('email-long-local-refused') && local.length > 32;
}

/** Whether a text is an email address. */
export function isEmail(context: Context, email: string): boolean {
  if (email.length > 254 || narrowed(context, email)) return false;
  const {faults} = context;
  if (faults.has('email-double-at') && /^[^\s@]+@[^\s@]+@[^\s@]+\.\w+$/.test(email)) return true;
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split('.');
  if (at < 1 || local.length > 64 || labels.length < 2) return false;
  if (!/^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local)) {
    return false;
  }
  return labels.every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label));
}

/** Judges `email`. */
export function checkEmail(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const {faults} = context;
  const {email} = body;
  if (isBlank(email)) {
    const lax = mode === 'create' ? 'create-email-optional' : 'update-email-optional';
    if (email !== undefined || !faults.has(lax)) blame(errors, 'email', 'An address is needed.');
    return;
  }
  const lax = mode === 'create' ? 'create-email-unchecked' : 'update-email-unchecked';
  if (typeof email === 'string' && (faults.has(lax) || isEmail(context, email))) return;
  blame(errors, 'email', 'This is not an email address.');
}

function externalLength(context: Context, text: string): number {
  if (context.faults.has('external-bytes-counted')) return Buffer.byteLength(text, 'utf8');
  return lengthOf(text);
}

/** Judges the form of `external_id`. */
export function checkExternal(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const {faults} = context;
  const value = body.external_id;
  const field = 'external_id';
  if (isBlank(value)) {
    const lax = mode === 'create' ? 'create-external-optional' : 'update-external-optional';
    if (value !== undefined || !faults.has(lax)) blame(errors, field, 'Your own id is needed.');
    return;
  }
  if (typeof value !== 'string') {
    if (faults.has('external-number-accepted') && typeof value === 'number') return;
    blame(errors, field, 'A text is expected.');
    return;
  }
  if (faults.has('external-emoji-crashes') && /[\u{10000}-\u{10ffff}]/u.test(value)) {
    throw new RangeError('a character of four bytes');
  }
  let most = 64;
  if (faults.has('external-max-255')) most = 255;
  if (faults.has('external-64-refused')) most = 63;
  if (externalLength(context, value) > most) blame(errors, field, 'At most 64 characters.');
  if (faults.has('external-spaces-refused') && value.includes(' ')) {
    blame(errors, field, 'No spaces.');
  }
}

function newPasswordBounds(context: Context): [number, number] {
  const {faults} = context;
  let low = 8;
  let high = 255;
  if (faults.has('create-password-min-6')) low = 6;
  if (faults.has('create-password-8-refused')) low = 9;
  if (faults.has('create-password-unbounded')) high = Infinity;
  if (faults.has('create-password-max-72')) high = 72;
  return [low, high];
}

function passwordBounds(context: Context, mode: Mode): [number, number] {
  if (mode === 'create') return newPasswordBounds(context);
  const {faults} = context;
  let high = 255;
  if (faults.has('update-password-unbounded')) high = Infinity;
  if (faults.has('update-password-255-refused')) high = 254;
  return [faults.has('update-password-short') ? 1 : 8, high];
}

function passwordLength(context: Context, text: string, low: number): number {
  const {faults} = context;
  const bytes = Buffer.byteLength(text, 'utf8');
  if (faults.has('password-bytes-maximum') && bytes > 255) return bytes;
  if (faults.has('password-bytes-minimum') && lengthOf(text) < low) return bytes;
  return lengthOf(faults.has('password-trimmed') ? text.trim() : text);
}

/** Judges `new_password`. */
export function checkPassword(context: Context, body: Json, mode: Mode, errors: Errors): void {
  const {faults} = context;
  const field = 'new_password';
  const value = body[field];
  if (value === undefined) {
    const needed =
      mode === 'create'
        ? !faults.has('create-password-optional')
        : faults.has('update-password-required');
    if (needed) blame(errors, field, 'A password is needed.');
    return;
  }
  const [low, high] = passwordBounds(context, mode);
  if (typeof value !== 'string') {
    blame(errors, field, 'A text is expected.');
    return;
  }
  if (faults.has('update-password-empty') && mode === 'update' && value === '') return;
  const length = passwordLength(context, value, low);
  const shown = faults.has('refused-password-echoed') ? `Not ${value}. ` : '';
  if (length < low || length > high) blame(errors, field, `${shown}From 8 to 255 characters.`);
}
