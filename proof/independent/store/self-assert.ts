import assert from 'node:assert/strict';
import {asList, type Seen} from './probe-kit.ts';

let passed = 0;

/** Asserts one thing and counts it. */
export function holds(condition: boolean, what: string): void {
  assert.ok(condition, what);
  passed += 1;
}

/** Asserts that an answer has a status (and the headers of every response). */
export function answered(answer: Seen, status: number, what: string): void {
  assert.equal(answer.status, status, `${what}: ${answer.text}`);
  const {headers} = answer;
  const sts = headers.get('strict-transport-security');
  assert.equal(sts, 'max-age=31536000; includeSubdomains', what);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
  assert.equal(headers.get('x-xss-protection'), '1', what);
  assert.equal(headers.get('x-ratelimit-limit'), '60', what);
  assert.match(headers.get('x-ratelimit-remaining') ?? '', /^\d+$/, what);
  passed += 1;
}

/** Asserts that an answer is a refusal in the error shape of orders. */
export function refusedSo(answer: Seen, status: number, what: string): void {
  answered(answer, status, what);
  holds(answer.json.status === status, `${what}: status`);
  const errors = asList(answer.json.errors);
  holds(errors.length > 0, `${what}: errors`);
  for (const {title, details} of errors) {
    const texts = Array.isArray(details) && details.every((one) => typeof one === 'string');
    holds(typeof title === 'string' && texts, `${what}: title and details`);
  }
}

/** How many assertions have passed. */
export function assertions(): number {
  return passed;
}
