import {createHash, randomBytes} from 'node:crypto';

/** The stored form of a password. */
export function hashPassword(password: string): string {
  const salt = randomBytes(9).toString('base64url');
  return `${salt}.${digest(salt, password)}`;
}

/** Whether a password is the stored one. */
export function matchesPassword(stored: string, password: string): boolean {
  const [salt = '', hash = ''] = stored.split('.');
  return hash !== '' && digest(salt, password) === hash;
}

function digest(salt: string, password: string): string {
  return createHash('sha256').update(`${salt}:${password}`, 'utf8').digest('base64url');
}

/** A UUID of version 7 (time-ordered). */
export function newUuid(now: number): string {
  const time = Math.floor(now).toString(16).padStart(12, '0').slice(-12);
  const rest = randomBytes(10).toString('hex');
  const variant = '89ab'[Number.parseInt(rest.charAt(3), 16) % 4] ?? '8';
  const tail = `${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${tail}`;
}
