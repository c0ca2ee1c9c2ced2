import {check, type Check} from '../../language/check.ts';
import {all, expectOutcome, when} from '../../language/judge.ts';
import {register, registrationOf, reserve, reserveAndUpload} from '../publishing.ts';

/** A refused registration does not end its upload (States / Upload and registration). */
export const afterRefusals: Check[] = [
  check({
    rule: 'workspace.uploads.registration-answers-201',
    place: 'after a refusal because nothing had landed',
    onlyOnTestTargets: true,
    act: (s) => {
      const reservation = reserve(s);
      const refusals = {early: register(s, reservation), again: register(s, reservation)};
      const put = s.upload(reservation);
      return {...refusals, put, registered: register(s, reservation)};
    },
    judge: ({early, again, put, registered}) =>
      when(
        early.status >= 400 && again.status >= 400 && put.situations.includes('stored'),
        'nothing was refused before, or the bytes did not land',
        () => expectOutcome(registered, 'registered', 'refused-once-it-has-landed'),
      ),
  }),
  check({
    rule: 'workspace.uploads.registration-answers-201',
    place: 'after other refusals',
    onlyOnTestTargets: true,
    act: (s) => {
      const [claimed, garbled] = [reserveAndUpload(s), reserveAndUpload(s)];
      const refusals = {
        foreign: register(s, claimed, {as: 'second-workspace'}),
        bare: s.call('createPublication', {
          body: {publication_id: garbled.at('/publication_id'), key: garbled.at('/key')},
        }),
      };
      return {
        ...refusals,
        own: s.call('createPublication', {body: registrationOf(s, claimed)}),
        whole: s.call('createPublication', {body: registrationOf(s, garbled)}),
      };
    },
    judge: ({foreign, bare, own, whole}) =>
      all(
        when(foreign.status >= 400, 'another workspace registered the upload', () =>
          expectOutcome(own, 'registered', 'refused-after-another-workspace'),
        ),
        when(bare.status >= 400, 'two members were enough', () =>
          expectOutcome(whole, 'registered', 'refused-after-an-incomplete-body'),
        ),
      ),
  }),
];
