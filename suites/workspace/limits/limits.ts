import type {Until} from '../../../spec/step.ts';
import {check, type Chapter} from '../../check.ts';
import {all, equal, holds, is, told} from '../../judge.ts';
import {judgeBursts, twoBursts} from '../../limit-arithmetic.ts';
import {minutes, type Script} from '../../script.ts';
import {account, land, registrationOf} from '../publishing.ts';

const LIMIT = 60;
const untilRefused: {until: Until; unpaced: true} = {until: {status: [429]}, unpaced: true};
const spend = (s: Script) => s.repeat(2 * LIMIT + 1, (each) => void each.call('getAccount'), untilRefused);

/** Workspace / limits: 60 requests a minute and key. */
export const limits: Chapter = {
  chapter: 'workspace/limits',
  visits: [],
  provocations: [
    {
      api: 'workspace', op: 'getAccount', condition: 'rate-limited', exhausts: true,
      act: (s) => ({subject: s.repeat(2 * LIMIT + 1, (each) => void each.call('getAccount'), untilRefused) as any}),
    },
  ],
  checks: [
    check({
      rule: 'workspace.limits.sixty-a-minute',
      exhausts: true,
      act: (s) => twoBursts(s, LIMIT, (each) => void each.call('getAccount')),
      judge: ({first, second}) => judgeBursts(LIMIT, first, second),
    }),
    check({
      rule: 'workspace.limits.counted-per-key',
      exhausts: true,
      act: (s) => ({burst: spend(s), other: s.call('getAccount', {as: 'other-key'})}),
      judge: ({burst, other}) =>
        all(
          equal(burst.at(-1)!.status, 429, 'never-refused', undefined),
          holds(other.status !== 429, {branch: 'another-key-refused', expected: 'another key served', got: told(other), at: undefined}),
        ),
    }),
    check({
      rule: 'workspace.limits.operations-count-together',
      exhausts: true,
      act: (s) => {
        const burst = (): ReturnType<typeof spend> =>
          s.repeat(
            LIMIT / 2,
            (each) => {
              each.call('getAccount');
              each.call('listPublications');
            },
            {unpaced: true},
          );
        return {
          mixed: burst(),
          next: s.repeat(LIMIT + 1, (each) => void each.call('listPublications'), {...untilRefused}),
        };
      },
      judge: ({mixed, next}) => {
        const before = mixed.filter((exchange) => exchange.status === 429).length;
        const more = next.filter((exchange) => exchange.status !== 429).length;
        const took = Math.ceil((next.at(-1)!.gotAt - mixed[0]!.sentAt) / 1000);
        return all(
          equal(before, 0, 'refused-before-60', undefined),
          // A fixed window may turn once between the bursts; an operation of its own would still serve 30 more.
          holds(more < LIMIT / 2 || more <= took, {
            branch: 'counted-apart', expected: 'no more after 60 requests of two operations', got: `${more} more served`, at: undefined,
          }),
        );
      },
    }),
    check({
      rule: 'workspace.limits.refused-has-no-effect',
      exhausts: true,
      act: (s) => {
        const landed = land(s, 'other-key');
        const before = account(s, 'other-key');
        const burst = spend(s);
        const during = s.repeat(1, (each) => void each.call('createPublication', {body: registrationOf(each, landed)}), {unpaced: true});
        return {
          burst, during, before,
          after: account(s, 'other-key'),
          read: s.call('getPublication', {as: 'other-key', path: {publication: landed.at('/publication_id')}}),
        };
      },
      judge: ({burst, during, before, after, read}) =>
        all(
          equal(burst.at(-1)!.status, 429, 'never-refused', undefined),
          during[0]!.status === 429
            ? all(
                equal(after.body.publications_left, before.body.publications_left, 'allowance-moved', after),
                is(read, 'publication-not-found', 'publication-made'),
              )
            : {witnesses: [], violations: [], inconclusive: 'the window turned before the write was sent'},
        ),
    }),
    check({
      rule: 'workspace.limits.minute-passes',
      exhausts: true,
      act: (s) => {
        const burst = spend(s);
        s.advance(minutes(1) + 1000);
        return {burst, after: s.repeat(1, (each) => void each.call('getAccount'), {unpaced: true})};
      },
      judge: ({burst, after}) =>
        all(
          equal(burst.at(-1)!.status, 429, 'never-refused', undefined),
          holds(after[0]!.status !== 429, {branch: 'still-refused', expected: 'served after the minute', got: told(after[0]!), at: undefined}),
        ),
    }),
  ],
};
