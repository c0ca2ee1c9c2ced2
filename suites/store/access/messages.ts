import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {flat} from '../../contract/passive/header-conformance.ts';
import {all, expectEqual, expectThat, expectOutcome, summaryOf} from '../../language/judge.ts';
import {createUser, idOf, newUser, search} from '../people.ts';
import {rowOf} from '../user-rows.ts';

/** Headers of every response (Limits), and the rules about them. */
const SECURITY = [
  {
    rule: 'store.access.answers-are-strict-transport',
    header: 'strict-transport-security',
    value: 'max-age=31536000; includeSubdomains',
  },
  {
    rule: 'store.access.answers-are-not-sniffed',
    header: 'x-content-type-options',
    value: 'nosniff',
  },
  {
    rule: 'store.access.answers-have-xss-protection',
    header: 'x-xss-protection',
    value: '1',
  },
];

const expectHeader = (response: Exchange, header: string, value: string): Judgement =>
  expectEqual(flat(response.headers[header] ?? 'no header'), flat(value), header, response, header);

/** "Every response carries": this includes responses to requests that match no operation. */
const unknownPath = sharedScene({
  id: 'store: a path that leads nowhere',
  act: (s) => ({
    lost: s.call('listUsers', {elsewhere: '/integration-api/v1/dashboard/nowhere'}),
  }),
});

const securityHeaders: Check[] = SECURITY.flatMap(({rule, header, value}) =>
  checksOf(unknownPath, {[rule]: ({lost}) => expectHeader(lost, header, value)}),
);

const expectJsonType = (response: Exchange): Judgement => {
  const type = response.headers['content-type'];
  return expectThat(/^application\/([\w.-]+\+)?json/i.test(type ?? ''), {
    branch: 'not-json',
    expected: 'a JSON media type',
    got: type ?? 'no content-type',
    at: response,
  });
};

/** A malformed body is refused; 404 would say that the path is wrong. */
const expectBodyRefused = (response: Exchange, branch: string): Judgement =>
  expectThat(isClientError(response.status) && response.status !== 404, {
    branch,
    expected: `${response.op} to be refused (4xx, not 404)`,
    got: summaryOf(response),
    at: response,
  });

/** Paths, media types, malformed bodies, and the headers of every response. */
export const messages: Check[] = [
  ...securityHeaders,
  check({
    rule: 'store.access.operations-stand-under-the-prefix',
    act: (s) => ({created: s.call('createUser', {body: newUser(s)}), list: s.call('listUsers')}),
    judge: ({created, list}) =>
      all(
        expectOutcome(created, 'created', 'not-under-the-prefix'),
        expectOutcome(list, 'page', 'not-under-the-prefix'),
      ),
  }),
  check({
    rule: 'store.access.json-requests-are-served',
    act: (s) => ({
      json: s.call('createUser', {
        headers: {'content-type': 'application/json', accept: 'application/json'},
        body: newUser(s),
      }),
      wrong: s.call('createUser', {
        headers: {'content-type': 'application/json', accept: 'application/json'},
        body: {},
        expects: 'invalid',
      }),
    }),
    judge: ({json, wrong}) =>
      all(expectOutcome(json, 'created', 'refused'), expectJsonType(json), expectJsonType(wrong)),
  }),
  check({
    rule: 'store.access.malformed-body-is-refused',
    act: (s) => {
      const {created, body} = createUser(s);
      return {
        created,
        malformed: s.call('createUser', {raw: '{"email": "ada@readers.example", "ext'}),
        textBehind: s.call('createUser', {body: newUser(s), tail: ' and more'}),
        malformedUpdate: s.call('updateUser', {path: idOf(created), raw: '{'}),
        after: search(s, body.email),
      };
    },
    judge: ({created, malformed, textBehind, malformedUpdate, after}) =>
      all(
        expectBodyRefused(malformed, 'cut-off-json-accepted'),
        expectBodyRefused(textBehind, 'text-behind-accepted'),
        expectBodyRefused(malformedUpdate, 'open-brace-accepted'),
        () =>
          expectEqual(
            rowOf(after, created)?.email,
            created.body.data.email,
            'something-changed',
            after,
            '`email` of the user',
          ),
      ),
  }),
];
