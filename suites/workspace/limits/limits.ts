import type {Exchange, Role} from '../../../spec/step.ts';
import {checksOf, type Chapter, type Judgement, type Scene} from '../../check.ts';
import {all, equal, holds, is, served, when} from '../../judge.ts';
import {
  burst,
  judgeMinutes,
  judgeServed,
  judgeTogether,
  minutesOf,
  pinned,
  type Deserved,
} from '../../limit-arithmetic.ts';
import type {Handle, Script, Seen} from '../../script.ts';
import {account, land, registrationOf} from '../publishing.ts';

const LIMIT = 60;
/**
 * What the requests of the bursts are answered when they are served; the publication is never
 * registered by then.
 */
const DESERVED: Deserved = {
  listPublications: 'page',
  getAccount: 'account',
  getPublication: 'publication-not-found',
  createPublication: ['body-refused', 'registered'],
};
const KINDS = 4;
/** A request of every kind, none of which makes anything. */
const ofEveryKind =
  (landed: Handle, as: Role) =>
  (s: Script): void => {
    s.call('listPublications', {as});
    s.call('getPublication', {as, path: {publication: landed.at('/publication_id')}});
    s.call('createPublication', {as, body: {}});
    s.call('getAccount', {as});
  };
/** Without a refusal there is no limit to tell anything about: that is the first rule's to say. */
const limited = (requests: Exchange[], judgement: () => Judgement): Judgement =>
  when(requests.at(-1)?.status === 429, 'no request of the burst was refused', judgement);

/**
 * The minutes of one key, used up again and again, and one of another key of the workspace, which
 * meanwhile sees that the first one's refusals are its own and have no effect.
 */
const bursts = {
  id: 'workspace: minutes used up',
  api: 'workspace',
  exhausts: true,
  act: (s) => {
    const landed = land(s, 'other-key');
    const before = account(s, 'other-key');
    const calls = ofEveryKind(landed, 'full');
    const first = burst(s, LIMIT, calls, KINDS);
    const round = pinned(s, calls);
    const during = pinned(
      s,
      (each) => void each.call('createPublication', {body: registrationOf(each, landed)}),
    );
    const after = s.call('getAccount', {as: 'other-key'});
    const read = s.call('getPublication', {
      as: 'other-key',
      path: {publication: landed.at('/publication_id')},
    });
    const minutes = minutesOf(s, LIMIT, calls, (each) => void each.call('getAccount'), KINDS);
    const other = burst(s, LIMIT, ofEveryKind(landed, 'other-key'), KINDS);
    return {before, first, round, during, after, read, ...minutes, other, subject: first};
  },
} satisfies Scene;

/** Everything that the first key asked, in its order. */
const of = ({
  first,
  round,
  during,
  refilled,
  half,
  passed,
  second,
  roundAgain,
}: Seen<ReturnType<typeof bursts.act>>): Exchange[][] => [
  first,
  round,
  during,
  refilled,
  half,
  passed,
  second,
  roundAgain,
];

/** Workspace / limits: 60 requests a minute and key. */
export const limits: Chapter = {
  chapter: 'workspace/limits',
  visits: [],
  provocations: [{...bursts, op: 'getAccount', condition: 'rate-limited', scene: bursts}],
  checks: checksOf(bursts as Scene<undefined, ReturnType<typeof bursts.act>>, {
    'workspace.limits.sixty-a-minute': (seen) =>
      all(
        judgeServed([...of(seen), seen.other].flat(), DESERVED),
        judgeMinutes(LIMIT, of(seen), [seen.first, seen.second]),
        judgeMinutes(LIMIT, [seen.other], [seen.other]),
      ),
    'workspace.limits.operations-count-together': (seen) =>
      judgeTogether(LIMIT, of(seen), [seen.first, seen.second], [seen.round, seen.roundAgain]),
    'workspace.limits.counted-per-key': ({first, after}) =>
      limited(first, () => served(after, 'account', 'another-key-refused')),
    'workspace.limits.refused-has-no-effect': ({first, during, before, after, read}) =>
      limited(first, () =>
        when(during[0]!.status === 429, 'the window turned before the write was sent', () =>
          all(
            equal(
              after.body?.publications_left,
              before.body.publications_left,
              'allowance-moved',
              after,
            ),
            is(read, 'publication-not-found', 'publication-made'),
          ),
        ),
      ),
    // What was served half a minute after counts for the minute that is looked at.
    'workspace.limits.minute-passes': ({first, half, passed, second}) =>
      limited(first, () =>
        half.some(({status}) => status !== 429)
          ? holds(second[0]!.status !== 429, {
              branch: 'still-refused',
              expected: 'served',
              got: '429',
              at: undefined,
            })
          : served(passed[0]!, 'account', 'still-refused'),
      ),
  }),
};
