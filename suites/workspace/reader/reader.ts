import type {Val} from '../../../spec/value.ts';
import {check, type Setup} from '../../language/check.ts';
import {provocation} from '../../language/provocation.ts';
import type {Chapter} from '../../language/chapter.ts';
import {all, expectOutcome, expectMember, when} from '../../language/judge.ts';
import {minutes} from '../../language/script.ts';
import {reserve, reserveAndUpload, publishAndWait} from '../publishing.ts';
import {afterRuns} from './after-runs.ts';
import {
  readMirrors,
  namesOf,
  expectNoMirrors,
  expectNoneTwice,
  publishAndPush,
  withMirrors,
} from './mirrors.ts';
import {expectNoStoreUrl} from './store-urls.ts';

/** A publication that was pushed, and pushed again. */
const pushedTwice: Setup<{publication: Val}> = {
  id: 'workspace: a publication that was pushed twice',
  ways: [
    (s) => {
      const made = publishAndPush(s);
      s.control('push-mirrors', {role: 'full', publication: made.publication});
      return made;
    },
  ],
};

/** Another publication has mirrors, if the target can push one. */
const besideMirrors: Setup<object> = {
  id: 'workspace: perhaps another that was pushed',
  ways: [publishAndPush, () => ({})],
};

/** The mirrors of a pushed publication, when its conversion has had time to end. */
const converted: Setup<{publication: Val}> = {
  id: 'workspace: a publication that was pushed a while ago',
  ways: [
    (s) => {
      const made = publishAndPush(s);
      s.advance(minutes(2));
      return made;
    },
  ],
};

/** Workspace / reader: the mirrors of a publication on the reader store. */
export const reader: Chapter = {
  chapter: 'workspace/reader',
  visits: [
    {
      api: 'workspace',
      op: 'getPublicationReader',
      args: (s) => ({path: {publication: publishAndWait(s).at('/id')}}),
    },
  ],
  provocations: [
    provocation({
      api: 'workspace',
      op: 'getPublicationReader',
      condition: 'mirrors with rows',
      given: withMirrors,
      act: (s, {publication}) => ({subject: readMirrors(s, publication)}),
    }),
    {
      api: 'workspace',
      op: 'getPublicationReader',
      condition: 'unknown',
      act: (s) => ({
        subject: readMirrors(s, reserve(s).at('/publication_id')),
        control: readMirrors(s, publishAndWait(s).at('/id')),
      }),
    },
  ],
  checks: [
    ...afterRuns,
    check({
      rule: 'workspace.reader.mirrors-differ',
      given: withMirrors,
      act: (s, {publication}) => ({mirrors: readMirrors(s, publication)}),
      judge: ({mirrors}) => expectNoneTwice(mirrors),
    }),
    check({
      rule: 'workspace.reader.mirrors-differ',
      place: 'after a second push',
      given: pushedTwice,
      act: (s, {publication}) => ({mirrors: readMirrors(s, publication)}),
      judge: ({mirrors}) => expectNoneTwice(mirrors),
    }),
    check({
      rule: 'workspace.reader.configured-is-true',
      act: (s) => {
        const publication = publishAndWait(s).at('/id');
        const before = readMirrors(s, publication);
        s.control('configure-reader', {role: 'full', configured: false});
        const off = readMirrors(s, publication);
        s.control('configure-reader', {role: 'full', configured: true});
        return {before, off, on: readMirrors(s, publication)};
      },
      judge: ({before, off, on}) =>
        when(
          [before, on].some(({body}) => body.configured === true),
          'the deployment does not have the integration',
          () =>
            all(
              expectMember(off, '/configured', false, 'configured-while-off'),
              expectMember(on, '/configured', true, 'not-configured-while-on'),
            ),
        ),
    }),
    check({
      rule: 'workspace.reader.configured-is-true',
      place: 'of a pushed publication',
      given: withMirrors,
      act: (s, {publication}) => {
        s.control('configure-reader', {role: 'full', configured: false});
        const off = readMirrors(s, publication);
        s.control('configure-reader', {role: 'full', configured: true});
        return {off, on: readMirrors(s, publication)};
      },
      judge: ({off, on}) =>
        when(on.body?.configured === true, 'the deployment does not have the integration', () =>
          all(expectOutcome(off, 'mirrors', 'not-answered-while-off'), () =>
            expectMember(off, '/configured', false, 'configured-while-off'),
          ),
        ),
    }),
    check({
      rule: 'workspace.access.foreign-is-not-found',
      place: 'getPublicationReader while the integration is off',
      act: (s) => {
        const publication = publishAndWait(s).at('/id');
        s.control('configure-reader', {role: 'full', configured: false});
        const own = readMirrors(s, publication);
        const path = {publication};
        const foreign = s.call('getPublicationReader', {as: 'second-workspace', path});
        s.control('configure-reader', {role: 'full', configured: true});
        return {own, foreign};
      },
      judge: ({own, foreign}) =>
        when(own.situations.includes('mirrors'), 'its own workspace is refused, too', () =>
          expectOutcome(foreign, 'publication-not-found', 'found-while-off'),
        ),
    }),
    check({
      rule: 'workspace.reader.never-pushed-has-none',
      given: besideMirrors,
      act: (s) => ({mirrors: readMirrors(s, publishAndWait(s).at('/id'))}),
      judge: ({mirrors}) => expectNoMirrors(mirrors),
    }),
    check({
      rule: 'workspace.reader.no-store-url',
      place: 'a while after the push',
      given: converted,
      act: (s, {publication}) => ({
        reservation: reserve(s),
        rows: readMirrors(s, publication),
      }),
      judge: ({reservation, rows}) =>
        when(namesOf(rows).length > 0, 'the publication has no mirrors', () =>
          expectNoStoreUrl(rows, reservation.body.upload_url),
        ),
    }),
    check({
      rule: 'workspace.reader.no-store-url',
      given: withMirrors,
      act: (s, {publication}) => {
        const reservation = reserveAndUpload(s);
        return {
          reservation,
          rows: readMirrors(s, publication),
          none: readMirrors(s, publishAndWait(s, 'full', reservation).at('/id')),
        };
      },
      judge: ({reservation, rows, none: withoutRows}) =>
        when(namesOf(rows).length > 0, 'the publication has no mirrors', () =>
          all(
            expectNoStoreUrl(rows, reservation.body.upload_url),
            expectNoStoreUrl(withoutRows, reservation.body.upload_url),
          ),
        ),
    }),
  ],
};
