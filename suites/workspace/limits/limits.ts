import type {Exchange} from '../../../spec/step.ts';
import {checksOf, type Chapter, type Judgement, type Scene} from '../../check.ts';
import {all, equal, holds, is, served, when} from '../../judge.ts';
import {burst, judgeBursts, judgeTogether, pinned, REFILL} from '../../limit-arithmetic.ts';
import {seconds, type Script} from '../../script.ts';
import {account, land, registrationOf} from '../publishing.ts';

const LIMIT = 60;
const reads = (s: Script): void => {
  s.call('listPublications');
  s.call('getAccount');
};
/** Without a refusal there is no limit to tell anything about: that is the first rule's to say. */
const limited = (requests: Exchange[], judgement: () => Judgement): Judgement =>
  when(requests.at(-1)?.status === 429, 'no request of the burst was refused', judgement);

/**
 * A minute used up twice: by one key, and 90 seconds later by another of the workspace, which meanwhile sees that the
 * first one's refusals are its own and have no effect.
 */
const bursts = {
  id: 'workspace: a minute used up twice',
  api: 'workspace',
  exhausts: true,
  act: (s) => {
    const landed = land(s, 'other-key');
    const before = account(s, 'other-key');
    const first = burst(s, LIMIT, reads);
    const during = pinned(s, (each) => void each.call('createPublication', {body: registrationOf(each, landed)}));
    const after = s.call('getAccount', {as: 'other-key'});
    const read = s.call('getPublication', {as: 'other-key', path: {publication: landed.at('/publication_id')}});
    s.advance(REFILL);
    const refilled = pinned(s, (each) => void each.call('getAccount'));
    s.advance(seconds(61) - REFILL);
    const passed = pinned(s, (each) => void each.call('getAccount'));
    s.advance(seconds(29));
    const second = burst(s, LIMIT, (each) => {
      each.call('listPublications', {as: 'other-key'});
      each.call('getAccount', {as: 'other-key'});
    });
    const duringAgain = pinned(s, (each) => void each.call('createPublication', {as: 'other-key', body: {}}));
    s.advance(REFILL);
    const refilledAgain = pinned(s, (each) => void each.call('getAccount', {as: 'other-key'}));
    return {before, first, during, after, read, refilled, passed, second, duringAgain, refilledAgain, subject: first};
  },
} satisfies Scene;

/** Workspace / limits: 60 requests a minute and key. */
export const limits: Chapter = {
  chapter: 'workspace/limits',
  visits: [],
  provocations: [{...bursts, op: 'getAccount', condition: 'rate-limited', scene: bursts}],
  checks: checksOf(bursts as Scene<undefined, ReturnType<typeof bursts.act>>, {
    'workspace.limits.sixty-a-minute': ({first, second, refilled, refilledAgain}) => judgeBursts(LIMIT, [first, second], [refilled, refilledAgain]),
    'workspace.limits.operations-count-together': ({first, second, during, duringAgain}) =>
      limited(first, () =>
        limited(second, () =>
          all(
            judgeTogether(LIMIT, [first, second]),
            // A window may turn between a burst and the write after it, but not twice.
            holds([during, duringAgain].some(([write]) => write!.status === 429), {
              branch: 'writes-counted-apart', expected: 'a write refused when reads have used up the minute', got: 'both served', at: undefined,
            }),
          ),
        ),
      ),
    'workspace.limits.counted-per-key': ({first, after}) => limited(first, () => served(after, 'another-key-refused')),
    'workspace.limits.refused-has-no-effect': ({first, during, before, after, read}) =>
      limited(first, () =>
        when(during[0]!.status === 429, 'the window turned before the write was sent', () =>
          all(
            equal(after.body?.publications_left, before.body.publications_left, 'allowance-moved', after),
            is(read, 'publication-not-found', 'publication-made'),
          ),
        ),
      ),
    'workspace.limits.minute-passes': ({first, passed}) => limited(first, () => served(passed[0]!, 'still-refused')),
  }),
};
