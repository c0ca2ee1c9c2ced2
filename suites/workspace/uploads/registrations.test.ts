import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import {response} from '../../testing/response.ts';
import {registrations} from './registrations.ts';

const {rules} = loadSpecification('workspace');
const refusal = response(422, ['not-as-reserved'], {op: 'createPublication'});

/** The rules that a registration under another name breaks, with their levels. */
function brokenByTitle(title: string) {
  const renamed = response(201, ['registered'], {
    op: 'createPublication',
    requestBody: {original_filename: 'pc-abcdef-k3x9ad-7f21c80b-good.epub'},
    body: {title},
  });
  const seen = {larger: refusal, smaller: refusal, renamed, same: renamed};
  const judged = registrations.filter(
    ({place, rule}) => place === '*' && rule.endsWith('-the-reserved'),
  );
  expect(judged.length).toBe(2);
  return judged
    .filter(({judge}) => judge(seen as never).violations.length > 0)
    .map(({rule}) => rules.find(({id}) => id === rule)?.level);
}

test('a title from the name that was registered is noted, and fails no rule', () => {
  expect(brokenByTitle('pc-abcdef-k3x9ad-7f21c80b-good')).toEqual(['observed']);
  expect(brokenByTitle('good')).toEqual([]);
});
