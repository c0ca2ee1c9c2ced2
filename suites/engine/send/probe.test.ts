import {expect, test} from 'vitest';
import type {Reply} from '../../target/client.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {isRefusalOfDeployment, notTheDeployment} from './probe.ts';

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

test('a refusal in plain text with every documented header comes from the deployment', () => {
  const {document} = loadSpecifications().store.contract;
  const headers = {
    'strict-transport-security': 'max-age=31536000; includeSubdomains',
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1',
  };
  const refusal = {status: 404, headers, text: 'users: nothing found'};
  expect(isRefusalOfDeployment(refusal, document)).toBe(true);
  const {'x-xss-protection': _left, ...others} = headers;
  expect(isRefusalOfDeployment({...refusal, headers: others}, document)).toBe(false);
  expect(isRefusalOfDeployment({...refusal, status: 503}, document)).toBe(false);
});

test('where the document names no headers, a plain text is not known to come from the deployment', () => {
  const {document} = loadSpecifications().workspace.contract;
  expect(isRefusalOfDeployment(reply(404, 'text/plain', 'no'), document)).toBe(false);
});

test('a certificate of an unknown authority has another remedy than a wrong address', () => {
  const silent = (problem: string): Reply => ({status: 0, headers: {}, text: '', problem});
  expect(notTheDeployment(silent('DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate'))).toMatch(
    /NODE_EXTRA_CA_CERTS/,
  );
  expect(notTheDeployment(silent('ECONNREFUSED'))).toMatch(/base_url/);
});
