import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {Judgement, Setup} from '../../language/check.ts';
import {
  all,
  expectNone,
  expectOutcome,
  notApplicable,
  withPermittingChoice,
} from '../../language/judge.ts';
import {column, repeated} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {publishAndWait} from '../publishing.ts';

/** Records a read of the mirrors of a publication on the reader store (`getPublicationReader`). */
export const readMirrors = (s: Script, publication: Val): Handle =>
  s.call('getPublicationReader', {path: {publication}});

/** Records a publication that the target pushes to the reader store. */
export const publishAndPush = (s: Script): {publication: Val} => {
  const publication = publishAndWait(s).at('/id');
  s.control('push-mirrors', {role: 'full', publication});
  return {publication};
};

/**
 * No operation of this API pushes a publication to the reader store (NS-WS-23): the target does it
 * with a hook, or names a publication that was pushed.
 */
export const withMirrors: Setup<{publication: Val}> = {
  id: 'workspace: a pushed publication',
  ways: [publishAndPush, (s) => ({publication: s.sample('pushed_publication')})],
};

/** Names of the mirrors. */
export const namesOf = (response: Exchange): unknown[] => column([response], '/mirror', '/mirrors');

/** Marks a judgement of the number of mirrors: it does not depend on the words of the deployment. */
const withEquality = (judgement: Judgement): Judgement => ({
  ...judgement,
  violations: judgement.violations.map((one) => ({
    ...one,
    pointer: '/mirrors',
    isOfEquality: true,
  })),
});

/** No mirror has two rows. A publication without a modified version may have the mirror of its original only. */
export function expectNoneTwice(mirrors: Exchange): Judgement {
  const names = namesOf(mirrors);
  if (names.length < 2) return notApplicable('there are fewer than two mirrors to compare');
  return withEquality(
    expectNone(repeated(names), 'mirror that stands twice', 'one-mirror-twice', mirrors),
  );
}

/** There are no mirrors. A deployment may push publications by itself, if its profile says so (NS-WS-23). */
export const expectNoMirrors = (mirrors: Exchange): Judgement =>
  all(
    // A refusal has no rows to read.
    expectOutcome(mirrors, 'mirrors', 'not-answered'),
    () =>
      withPermittingChoice(
        'NS-WS-23',
        'by itself',
        'the deployment pushes publications by itself',
        expectNone(
          namesOf(mirrors),
          'mirror of a publication that was never pushed (where the deployment pushes each one by itself: choices.NS-WS-23: by itself)',
          'mirrors-of-nothing',
          mirrors,
        ),
      ),
  );
