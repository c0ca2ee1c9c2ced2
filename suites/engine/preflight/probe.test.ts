import {expect, test} from 'vitest';
import type {Reply} from '../../target/client.ts';
import {notTheDeployment} from './probe.ts';

const reply = (status: number, type: string, text: string): Reply => ({
  status,
  headers: {'content-type': type},
  text,
});

test('JSON under another media type is what the deployment responded', () => {
  expect(notTheDeployment(reply(200, 'text/html', '{"CODE": "success"}'))).toBeUndefined();
  expect(notTheDeployment(reply(503, 'text/html', '{"CODE": "error"}'))).toBeUndefined();
});

test('a page is not, nor is a server error in another form', () => {
  expect(notTheDeployment(reply(200, 'text/html', '<html>'))).toMatch(/something else/);
  expect(notTheDeployment(reply(503, 'application/json', '{"down": true}'))).toMatch(
    /answered 503/,
  );
});
