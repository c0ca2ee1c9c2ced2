import {expect, test} from 'vitest';
import {REQUEST_FORMS} from '../../../spec/step.ts';
import {inForm, jsonIn, queryIn} from './request-form.ts';

const URL_GIVEN = 'http://h.example/p?query=a+b%2Bc&page=2&query=d';

const decoded = (url: string): string[][] => [...new URL(url).searchParams].sort();

test.each(REQUEST_FORMS)('%s means the same', (form) => {
  const body = {email: 'ada@x.example', tags: ['b', 'a'], nested: {one: 1, other: [{a: 1, b: 2}]}};
  expect(JSON.parse(jsonIn(form, body))).toEqual(body);
  expect(decoded(queryIn(form, URL_GIVEN))).toEqual(decoded(URL_GIVEN));
});

test('queries keep the order of parameters of one name', () => {
  expect(queryIn('reversed-members', URL_GIVEN)).toBe(
    'http://h.example/p?page=2&query=a+b%2Bc&query=d',
  );
});

test('a blank is never a plus where everything is encoded', () => {
  expect(queryIn('encoded-query', 'http://h.example/p?q=a+b')).toBe(
    'http://h.example/p?q=%61%20%62',
  );
});

test('what a request says of its media type in its own way stays', () => {
  const headers = {accept: 'text/html', 'content-type': 'text/plain'};
  const request = {method: 'POST', url: URL_GIVEN, headers, body: 'x'};
  for (const form of ['charset', 'capital-media-type'] as const)
    expect(inForm(form, request).headers).toEqual(headers);
  const coded = {...headers, 'accept-encoding': 'br'};
  expect(inForm('accepting-more', {...request, headers: coded}).headers).toEqual(coded);
});
