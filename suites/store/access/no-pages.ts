import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectThat} from '../../language/judge.ts';

/**
 * Refusals of plain requests whose bodies the document does not show (401 and 404, NS-ST-52).
 */
const refusals = sharedScene({
  id: 'store: refusals whose bodies are not shown',
  act: (s) => ({
    token: s.call('listUsers', {as: 'unknown-credential'}),
    order: s.call('getOrder', {
      path: {id: s.fresh('external-id')},
      query: {id_type: 'external'},
    }),
  }),
});

/** What a body holds is open, but bodies are JSON (Rule 3), which a page in HTML is not. */
export const expectNoPage = (response: Exchange): Judgement => {
  const {op, status, headers, problem} = response;
  const type = headers['content-type'] ?? 'no content type';
  const isPage = problem?.kind === 'not-json' && type.startsWith('text/html');
  return expectThat(!isPage, {
    branch: `a page for ${op}`,
    expected: `JSON, or no body, where ${op} is answered ${status}`,
    got: `a body of the type ${type}`,
    at: response,
  });
};

/** The check that a refusal without a documented body is no page for people. */
export const noPages: Check[] = checksOf(refusals, {
  'store.access.failure-is-json @ a body that is not shown': (seen) =>
    all(...Object.values(seen).map(expectNoPage)),
});
